/** No control character reaches a terminal, a log or a report, wherever it comes from and however it is printed. */
import { execFile } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { promisify, stripVTControlCharacters } from "node:util";
import * as fc from "fast-check";
import { strFromU8, unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { escapedJson, visibleLines } from "../../src/lib/control-characters.ts";
import { jsonReport } from "../../src/report/json/json.ts";
import { htmlReport } from "../../src/report/page/html.ts";
import { csvReport } from "../../src/report/tables/csv.ts";
import { xlsxReport } from "../../src/report/tables/xlsx.ts";
import { markdownReport } from "../../src/report/text/markdown.ts";
import { textReport } from "../../src/report/text/text.ts";
import { arbitraryReport } from "../report/arbitrary-report.ts";
import { runCli } from "../support/processes/cli-process.ts";
import { cases } from "../support/suites/runs.ts";

/** Everything that a terminal may obey, but line breaks. */
const raw = /[^\P{Cc}\n]|[\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

const hostile = "a\u001b[2J\u001b]0;x\u0007\rb\u009b31m\u0085\u007f\u202e\u2066\u2028c";

const sheetsOf = (bytes: Uint8Array): string =>
  Object.entries(unzipSync(bytes))
    .map(([name, content]) => (name.endsWith(".xml") ? strFromU8(content).replaceAll("\t", " ") : ""))
    .join("\n");

it("no format of a report has one, with whatever names, in which language ever", () => {
  fc.assert(
    fc.property(arbitraryReport, fc.boolean(), (report, full) => {
      const style = { width: 100, full };
      const formats = {
        text: textReport(report, { ...style, colour: false }),
        coloured: stripVTControlCharacters(textReport(report, { ...style, colour: true })),
        markdown: markdownReport(report, full),
        csv: csvReport(report).replaceAll("\r\n", "\n"),
        html: htmlReport(report),
        xlsx: sheetsOf(xlsxReport(report)).replaceAll("\r\n", "\n"),
        json: escapedJson(jsonReport(report)),
      };
      for (const [name, text] of Object.entries(formats)) expect([name, raw.exec(text)]).toEqual([name, null]);
      expect(JSON.parse(formats.json)).toEqual(JSON.parse(jsonReport(report)));
    }),
    { ...cases(100), seed: 17 },
  );
});

it("text for the terminal has none, and JSON loses nothing", () => {
  const anyText = fc.oneof(fc.string({ unit: "binary" }), fc.constant(hostile));
  fc.assert(
    fc.property(anyText, (text) => {
      expect(visibleLines(text)).not.toMatch(raw);
      const json = JSON.stringify({ [text]: [text] }, null, 2);
      expect(escapedJson(json)).not.toMatch(raw);
      expect(JSON.parse(escapedJson(json))).toEqual(JSON.parse(json));
    }),
    { ...cases(500), seed: 17 },
  );
});

it("a log line has none", async () => {
  const log = fileURLToPath(new URL("../../src/lib/log.ts", import.meta.url));
  const code = `const { createLog } = await import(${JSON.stringify(log)});
    const text = ${JSON.stringify(hostile)};
    createLog("info").child({ [text]: text }).info({ text, err: new Error(text), deep: { text } }, text);`;
  const { stderr } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", code]);
  expect(stderr).not.toMatch(raw);
  expect(JSON.parse(stderr)).toMatchObject({ msg: hostile, text: hostile, deep: { text: hostile } });
});

/** Calls `use` with the address of a server that gives everybody the same answer. */
const withAnswer = async <T>(status: number, body: string, use: (url: string) => Promise<T>): Promise<T> => {
  const server = createServer((_request, response) => {
    response.writeHead(status, { "Content-Type": "application/json" }).end(body);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  try {
    return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.close();
  }
};

const env = { MUSTERD_ADMIN_KEY: "admin-secret-of-tests" };

describe("a command", () => {
  it.each([
    ["an unknown option", [`--${hostile}`]],
    ["an unknown command", [hostile]],
    ["an unknown option of a subcommand", ["service", "keys", "list", `--${hostile}`]],
    ["a choice", ["service", "dump", "--section", hostile]],
    ["an invalid option", ["service", "--port", hostile]],
    ["a file", ["plan", "--config", `${hostile}.yaml`]],
    ["a file, as JSON", ["plan", "--json", "--config", `${hostile}.yaml`]],
    ["a document", ["service", "load", hostile]],
    ["an address", ["service", "audit", "--url", `http://127.0.0.1:1/${hostile}`]],
  ])("prints none of %s", async (_, parameters) => {
    for (const language of ["en", "zh-TW"]) {
      const { code, stdout, stderr } = await runCli([...parameters, "--lang", language], { env });
      expect(code).not.toBe(0);
      expect(stderr).not.toBe("");
      expect(`${stdout}${stderr}`).not.toMatch(raw);
    }
  });

  it("prints none of an answer", async () => {
    const line = { seq: 1, at: "2026-11-22T00:00:00.000Z", until: "2026-11-22T00:00:00.000Z", times: 1 };
    const event = { kind: hostile, result: "ok", who: hostile, from: hostile, about: hostile };
    await withAnswer(200, JSON.stringify([{ ...line, ...event }]), async (url) => {
      const audit = (...more: readonly string[]) => runCli(["service", "audit", "--url", url, ...more], { env });
      const table = await audit();
      expect(table.code).toBe(0);
      expect(table.stdout).not.toMatch(raw);
      const json = await audit("--json");
      expect(json.stdout).not.toMatch(raw);
      expect(JSON.parse(json.stdout)).toEqual([{ ...line, ...event }]);
    });
    await withAnswer(400, hostile, async (url) => {
      const refused = await runCli(["service", "keys", "list", "--url", url], { env });
      expect(refused.stderr).toMatch(/^sandbox-refused: .*a␛\[2J/);
      expect(refused.stderr).not.toMatch(raw);
    });
  });

  it.each(["yaml", "json"])("prints none of a dump in %s, which loses nothing", async (format) => {
    const document = { organisation: { [hostile]: [hostile, "plain"], "x: y": `${hostile}\n${hostile}` } };
    await withAnswer(200, JSON.stringify(document), async (url) => {
      const { code, stdout } = await runCli(["service", "dump", "--url", url, "--format", format], { env });
      expect(code).toBe(0);
      expect(stdout).not.toMatch(raw);
      expect(format === "yaml" ? parse(stdout) : JSON.parse(stdout)).toEqual(document);
    });
  });
});

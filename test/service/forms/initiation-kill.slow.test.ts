/** F1 in a process that is killed: every trace id that was returned leads to exactly one document and at least one callback. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { CallbackBody } from "../../../src/contract/records/callback.ts";
import type { CompanyDocument } from "../../../src/contract/sections/company-document.ts";
import type { ShownInitiation } from "../../../src/service/initiations/initiations.ts";
import { startService } from "../../../src/service/service.ts";
import { baseline } from "../cases/baseline.ts";
import { callerOf, temporaryDirectory } from "../running-service.ts";
import { formsBaseline } from "./baseline.ts";
import { application } from "./form-cases.ts";
import { initiationOptions } from "./killable-initiations.ts";
import { startReceiver } from "./receiver.ts";

let directory: string;
let hook: Awaited<ReturnType<typeof startReceiver>>;

beforeEach(async () => {
  directory = await temporaryDirectory();
  // Answers every third delivery with an error if it is the first on its path, and delays some answers.
  hook = await startReceiver((response, _, before) => {
    if (hook.deliveries.length % 3 === 0 && before === 0) response.writeHead(503).end();
    else if (hook.deliveries.length % 5 === 0) setImmediate(() => response.end());
    else response.end();
  });
});
afterEach(async () => {
  await hook.close();
  await rm(directory, { recursive: true });
});

const settled = ({ callback }: ShownInitiation): boolean => callback === "delivered";

it.each([{ kills: [5, 12] }, { kills: [40] }])(
  "loses nothing and does nothing twice when killed after $kills answers",
  async ({ kills }) => {
    const place = [join(directory, "service.db"), join(directory, "files")] as const;
    const answered: string[] = [];
    for (const [round, count] of kills.entries()) {
      const child = fork(new URL("./killable-initiations.ts", import.meta.url), place, {
        stdio: "ignore",
      });
      const [url] = (await once(child, "message")) as [string];
      const service = callerOf(url);
      if (round === 0) {
        await service.admin("PUT", "/company", { organisation: baseline(), forms: formsBaseline() });
        await service.call("P1");
      }
      const before = answered.length;
      const write = async (writer: number): Promise<void> => {
        for (let n = 0; ; n += 1) {
          const body = application({ callBackUrl: `${hook.url}/${round}-${writer}-${n}` });
          const { status, json } = await service.call("F1", { params: { formCodeOrId: "EXPENSE" }, body });
          if (status === 200) answered.push(json as string);
        }
      };
      const writers = [0, 1, 2].map((writer) => write(writer).catch(() => undefined));
      while (answered.length < before + count || hook.deliveries.length < (round + 1) * 3) await service.call("F7");
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await Promise.all([...writers, ended]);
    }

    const running = await startService(initiationOptions(...place));
    const service = callerOf(running.url);
    const initiations = () => service.admin("GET", "/initiations") as Promise<readonly ShownInitiation[]>;
    await expect.poll(async () => (await initiations()).every(settled)).toBe(true);

    const all = await initiations();
    expect(all.map(({ traceId }) => traceId)).toEqual(expect.arrayContaining(answered));
    expect(all.every(({ result }) => result === 1)).toBe(true);
    const { documents } = (await service.admin("GET", "/company")) as CompanyDocument;
    const numbers = all.map(({ formSn }) => String(formSn));
    expect(new Set(numbers).size).toBe(all.length);
    expect(new Set(documents?.documents.map(({ formSn }) => formSn))).toEqual(new Set(numbers));
    expect(documents?.documents).toHaveLength(all.length);

    const told = Map.groupBy(hook.deliveries, ({ body }) => (JSON.parse(body) as CallbackBody).TraceId);
    expect(new Set(told.keys())).toEqual(new Set(all.map(({ traceId }) => traceId)));
    for (const { traceId, formSn } of all) {
      const numbersTold = told.get(traceId)?.map(({ body }) => (JSON.parse(body) as CallbackBody).UofxData.FormSn);
      expect(new Set(numbersTold)).toEqual(new Set([formSn]));
    }
    await running.close();
  },
);

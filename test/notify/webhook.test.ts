/** Tests webhooks: their signature by another implementation, their schema, redirects, and chat templates. */
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterEach, expect, it } from "vitest";
import type { Message } from "../../src/model/runs/told.ts";
import { heartbeatChannel, webhookChannel } from "../../src/notify/channels/webhook.ts";
import { render } from "../../src/notify/message.ts";
import { makeCertificates } from "../support/servers/certificates.ts";
import { type Received, startReceiver } from "../support/servers/receiver.ts";

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const run = {
  id: "20261126T020000-00000000",
  status: "blocked",
  trigger: "schedule",
  endedAt: "2026-11-26T02:00:00.000Z",
} as const;
const message: Message = {
  seq: 1,
  id: "msg_1",
  thread: "msg_1",
  channel: "hook",
  code: "run-blocked",
  phase: "began",
  details: {
    run,
    changes: [{ kind: "employee", action: "deactivate", count: 38 }],
    breaches: [{ code: "cap-exceeded", kind: "employee", action: "deactivate", count: 38, limit: 5, base: 40 }],
    reason: { code: "cap-exceeded", message: "nothing was written", hint: "ask HR" },
    marks: ["secret"],
  },
  createdMs: Date.parse("2026-11-26T02:00:01Z"),
  tries: 1,
};
const rendered = render(message, { language: "en", timeZone: "Asia/Taipei", target: "x", errorWords: undefined });
const common = { least: "info", digests: [] } as const;

it("is checked as it is called: at an address of numbers, with the authority of its setting", async () => {
  const folder = mkdtempSync(join(tmpdir(), "musterd-webhook-"));
  const { ca, server } = await makeCertificates(folder);
  const https = createServer({ cert: readFileSync(server.cert), key: readFileSync(server.key) }, (_, response) => {
    response.writeHead(204).end();
  }).listen(0, "127.0.0.1");
  await once(https, "listening");
  closing.push(async () => https.close());
  const broken = join(folder, "broken.pem");
  writeFileSync(broken, "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n");
  const { port } = https.address() as AddressInfo;
  for (const host of ["127.0.0.1", "localhost"]) {
    const channel = (file?: string) =>
      heartbeatChannel(
        { kind: "heartbeat", url: `https://${host}:${port}/`, ca: file, ...common },
        "notify.channels.x",
      );
    expect(await channel(ca).check()).toBe(`${host}:${port}`);
    await channel(ca).send(message, rendered, "en");
    await expect(channel().check()).rejects.toThrow("unable to verify");
    await expect(channel(broken).check()).rejects.toThrow("contains no PEM certificate");
  }
});

it("is signed as Standard Webhooks says, and fits the published schema", async () => {
  const receiver = await startReceiver();
  closing.push(receiver.close);
  const key = Buffer.alloc(24, 7);
  const secret = `whsec_${key.toString("base64")}`;
  const channel = webhookChannel(
    { kind: "webhook", url: receiver.url, secret, body: "standard", ...common },
    "x",
    "target",
  );
  await channel.send(message, rendered, "en");
  const { headers = {}, body = "" }: Partial<Received> = receiver.received[0] ?? {};
  expect(headers["webhook-id"]).toBe("msg_1");
  const signed = `msg_1.${String(headers["webhook-timestamp"])}.${body}`;
  expect(headers["webhook-signature"]).toBe(`v1,${createHmac("sha256", key).update(signed).digest("base64")}`);
  const schema = JSON.parse(readFileSync("docs/notification.schema.json", "utf8"));
  const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(schema);
  expect([validate(JSON.parse(body)), validate.errors]).toEqual([true, null]);
  expect(body).not.toContain("marks");
  expect(rendered.text).toContain("employees, deactivate: 38, at most 5 are permitted (of 40)");
});

it("is delivered only by a status 2xx, and no redirect is followed", async () => {
  const [receiver, other] = [await startReceiver(), await startReceiver()];
  closing.push(receiver.close, other.close);
  const channel = webhookChannel({ kind: "webhook", url: receiver.url, body: "standard", ...common }, "x", "target");
  receiver.answer(500, 429, 302, 410);
  for (const status of [500, 429, 302, 410])
    await expect(channel.send(message, rendered, "en")).rejects.toMatchObject({ problem: `status ${status}` });
  await channel.send(message, rendered, "en");
  expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"]))).toEqual(new Set(["msg_1"]));
});

it("fills the template of a chat service, whatever the text contains, and a heartbeat sends nothing", async () => {
  const receiver = await startReceiver();
  closing.push(receiver.close);
  const slack = webhookChannel({ kind: "webhook", url: receiver.url, body: "slack", ...common }, "x", "target");
  await slack.send(message, { ...rendered, text: '"$& {text}' }, "en");
  const own = { to: "G", messages: [{ type: "text", text: "{text}!" }] };
  const line = webhookChannel(
    { kind: "webhook", url: receiver.url, body: own, authorization: "Bearer t", ...common },
    "x",
    "target",
  );
  await line.send(message, { ...rendered, text: "hi" }, "en");
  await heartbeatChannel({ kind: "heartbeat", url: receiver.url }, "x").send(message, rendered, "en");
  expect(receiver.received.map(({ method, body }) => [method, body])).toEqual([
    ["POST", '{"text":"\\"$&amp; {text}"}'],
    ["POST", '{"to":"G","messages":[{"type":"text","text":"hi!"}]}'],
    ["GET", ""],
  ]);
  expect(receiver.received[1]?.headers.authorization).toBe("Bearer t");
});

it("shows names and texts in a chat as they stand: no links, and nobody is called", async () => {
  const receiver = await startReceiver();
  closing.push(receiver.close);
  const text = "- <!channel> <users/all> <https://evil.example|Approve> [Approve](https://evil.example) R&D";
  for (const body of ["slack", "google-chat", "teams"] as const)
    await webhookChannel({ kind: "webhook", url: receiver.url, body, ...common }, "x", "target").send(
      message,
      { ...rendered, text },
      "en",
    );
  const [slack = "", google = "", teams = ""] = receiver.received.map(({ body }) => body);
  expect(JSON.parse(slack).text).toBe(
    "- &lt;!channel&gt; &lt;users/all&gt; &lt;https://evil.example|Approve&gt; [Approve](https://evil.example) R&amp;D",
  );
  expect(JSON.parse(google).text).not.toMatch(/<[!a-z]/);
  expect(JSON.parse(google).text.replaceAll("\u200b", "")).toBe(text);
  expect(teams).not.toContain("](");
  expect(JSON.parse(teams).attachments[0].content.body[0].text.replaceAll("\u200b", "")).toBe(text);
});

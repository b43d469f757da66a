/** Tests mails against an SMTP server: TLS, refusals, greylisting, and a server that dies after it has taken a mail. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { afterEach, expect, it } from "vitest";
import type { Message } from "../../src/model/runs/told.ts";
import { Undelivered } from "../../src/notify/channels/channel.ts";
import { mailChannel } from "../../src/notify/channels/mail.ts";
import { render } from "../../src/notify/message.ts";
import { makeCertificates } from "../support/servers/certificates.ts";

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

type Mail = { readonly to: readonly string[]; readonly text: string; readonly secure: boolean };

const openServer = async (options: SMTPServerOptions = {}, onTaken: () => Error | undefined = () => undefined) => {
  const folder = mkdtempSync(join(tmpdir(), "musterd-smtp-"));
  closing.push(async () => rmSync(folder, { recursive: true }));
  const { ca, server: files } = await makeCertificates(folder);
  const mails: Mail[] = [];
  const server = new SMTPServer({
    cert: readFileSync(files.cert),
    key: readFileSync(files.key),
    authOptional: true,
    onAuth: ({ username, password }, _session, done) =>
      username === "musterd" && password === "p:w" ? done(null, { user: username }) : done(new Error("wrong password")),
    onData: (stream, session, done) => {
      const take = async (): Promise<void> => {
        const body = await text(stream);
        const to = session.envelope.rcptTo.map(({ address }) => address);
        mails.push({ to, text: body, secure: session.secure });
        done(onTaken());
      };
      // Whoever goes in the middle of a mail has sent none.
      take().catch(() => undefined);
    },
    ...options,
  });
  server.on("error", () => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => new Promise<void>((resolve) => server.close(resolve)));
  const { port } = server.server.address() as AddressInfo;
  const settings = {
    kind: "mail",
    from: "musterd <musterd@example.com>",
    to: ["a@example.com", "b@example.com"],
  } as const;
  const more = { tls: "required", least: "info", digests: [], ca } as const;
  const channel = (url = `smtp://musterd:p%3Aw@127.0.0.1:${port}`, changed: object = {}) =>
    mailChannel({ ...settings, ...more, url, ...changed }, "notify.channels.it");
  return { mails, server, port, channel };
};

const message = (changed: Partial<Message> = {}): Message => ({
  seq: 1,
  id: "msg_2",
  thread: "msg_1",
  channel: "it",
  code: "silence",
  phase: "ended",
  details: { since: "2026-11-25T00:00:00.000Z" },
  createdMs: 0,
  tries: 1,
  ...changed,
});

const rendered = render(message(), { language: "zh-TW", timeZone: "Asia/Taipei", target: "x", errorWords: undefined });

const failureOf = async (sending: Promise<void>): Promise<Undelivered> => {
  const thrown = await sending.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(thrown).toBeInstanceOf(Undelivered);
  return thrown as Undelivered;
};

it("is one mail over TLS, in text and HTML, in the thread of its trouble", async () => {
  const { mails, channel } = await openServer();
  await channel().check();
  await channel().send(message(), rendered, "zh-TW");
  expect(mails).toHaveLength(1);
  expect(mails[0]).toMatchObject({ secure: true, to: ["a@example.com", "b@example.com"] });
  const head = mails[0]?.text ?? "";
  expect(head).toContain("Message-ID: <msg_2@example.com>");
  expect(head).toContain("References: <msg_1@example.com>");
  expect(head).toContain("Auto-Submitted: auto-generated");
  expect(head).toMatch(/text\/plain[\s\S]*text\/html/);
});

it("lists open troubles in HTML one below the other, with nothing between", () => {
  const since = "2026-11-25T00:00:00.000Z";
  const open = [
    { code: "silence", name: "", since },
    { code: "quarantine", name: "<b>", since },
  ];
  const options = { language: "en", timeZone: "Asia/Taipei", target: "x", errorWords: undefined } as const;
  const { html } = render({ code: "digest-daily", phase: "once", details: { runs: { succeeded: 1 }, open } }, options);
  expect(html).toMatch(/<ul><li>[^<,]+, since [^<]+<\/li><li>[^<]+\(&lt;b&gt;\), since [^<]+<\/li><\/ul>/);
});

it("is never sent without TLS, nor to a server with a foreign certificate or a wrong password", async () => {
  const plain = await openServer({ hideSTARTTLS: true, disabledCommands: ["STARTTLS"] });
  expect(
    (await failureOf(plain.channel(`smtp://127.0.0.1:${plain.port}`).send(message(), rendered, "en"))).problem,
  ).toMatch(/^ETLS|ESOCKET|EPROTOCOL/);
  const { mails, port, channel } = await openServer();
  await failureOf(channel(undefined, { ca: undefined }).send(message(), rendered, "en"));
  expect(
    (await failureOf(channel(`smtp://musterd:wrong@127.0.0.1:${port}`).send(message(), rendered, "en"))).problem,
  ).toContain("EAUTH");
  expect([plain.mails, mails]).toEqual([[], []]);
});

it("that a greylisting server takes for one recipient is repeated for the other alone", async () => {
  let greylists = true;
  const { mails, channel } = await openServer({
    onRcptTo: ({ address }, _session, done) =>
      greylists && address === "b@example.com"
        ? done(Object.assign(new Error("b@example.com: try again later"), { responseCode: 451 }))
        : done(),
  });
  const { rest = [], problem } = await failureOf(channel().send(message(), rendered, "en"));
  expect([rest, problem]).toEqual([["b@example.com"], "1 of 2 recipients were refused"]);
  greylists = false;
  await channel().send(message({ rest }), rendered, "en");
  expect(mails.map(({ to }) => to)).toEqual([["a@example.com"], ["b@example.com"]]);
});

it("that a dying server has taken is repeated with the same id, and no address is told to others", async () => {
  let dies = true;
  const { mails, channel, server } = await openServer({}, () => {
    if (!dies) return undefined;
    for (const { _socket: socket } of (server as unknown as { connections: Set<{ _socket: { destroy: () => void } }> })
      .connections)
      socket.destroy();
    return new Error("dying");
  });
  const { problem } = await failureOf(channel().send(message(), rendered, "en"));
  expect(problem).not.toContain("@");
  dies = false;
  await channel().send(message(), rendered, "en");
  const ids = mails.map((mail) => /^Message-ID: (.*)$/m.exec(mail.text)?.[1]?.trim());
  expect(ids).toEqual(["<msg_2@example.com>", "<msg_2@example.com>"]);
});

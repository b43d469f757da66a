/**
 * Runs as a separate process: for each message it starts the directory that behaves so, in place of the one before, and sends its
 * address. In the process of the tests, whose heap is large, each flood of messages would cost many times as much.
 */
import { type FakeLdapServer, startFakeLdapServer } from "../../support/ldap/fake-ldap-server.ts";
import { a, always, type Behaviour, behaviours, done } from "./malicious-behaviours.ts";

let server: FakeLdapServer | undefined;

const start = async (does: Behaviour["does"]): Promise<void> => {
  await server?.close();
  const { answer = always(a, done), bind, startTls } = behaviours.find((one) => one.does === does) as Behaviour;
  server = await startFakeLdapServer(answer, { ...(bind && { bind: { raw: bind } }), ...(startTls && { startTls }) });
  process.send?.(server.url);
};

process.on("message", (does: string) => void start(does));

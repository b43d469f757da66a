/** What somebody in the network sends before TLS begins, as the answer of the server to StartTLS, does not reach what comes with TLS. */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Slapd, startSlapd } from "../../support/ldap/slapd.ts";
import { withFeed } from "./feed.ts";

let slapd: Slapd;

beforeAll(async () => {
  slapd = await startSlapd({ tls: true });
});
afterAll(() => slapd.stop());

/** Passes everything on, and puts `more` behind the first answer, which grants StartTLS. */
const between = async (more: Buffer) => {
  const { port } = new URL(slapd.url);
  const sockets: Socket[] = [];
  const relay = createServer((caller) => {
    const server = connect(Number(port), "127.0.0.1");
    for (const socket of [caller, server]) socket.on("error", () => undefined).setNoDelay();
    sockets.push(caller, server);
    caller.pipe(server);
    server.once("data", (granted: Buffer) => {
      caller.write(Buffer.concat([granted, more]));
      server.pipe(caller);
    });
  });
  await once(relay.listen(0, "127.0.0.1"), "listening");
  return {
    url: `ldap://localhost:${(relay.address() as AddressInfo).port}`,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await once(relay.close(), "close");
    },
  };
};

const wrongBind = { dn: "cn=nobody,dc=example,dc=com", password: "wrong" };

it("makes no refused bind a granted one", async () => {
  // The bind is granted, with a text that takes in the 14 bytes of the server's refusal.
  const granted = Buffer.from("301a02010361150a01000400040e", "hex");
  const relay = await between(granted);
  const given = { url: relay.url, startTls: true, ca: slapd.certificates?.ca, bind: wrongBind, timeoutSeconds: 3 };
  const read = withFeed(given, async () => "read").catch((error: unknown) => error);
  expect(await read).toMatchObject({ code: "source-ldap-tls" });
  await relay.close();
});

it("does not let an answer without end fill the memory", async () => {
  const endless = createServer((caller) => {
    caller.on("error", () => undefined);
    caller.once("data", () => {
      // A message of 2 GiB.
      caller.write(Buffer.from("3084800000000201027884", "hex"));
      const more = (): void => {
        while (!caller.destroyed && caller.write(Buffer.alloc(65_536))) continue;
      };
      caller.on("drain", more);
      more();
    });
  });
  await once(endless.listen(0, "127.0.0.1"), "listening");
  const given = {
    url: `ldap://localhost:${(endless.address() as AddressInfo).port}`,
    startTls: true,
    timeoutSeconds: 5,
  };
  const read = withFeed(given, async () => "read").catch((error: unknown) => error);
  expect(await read).toMatchObject({ code: "source-ldap-endless" });
  await once(endless.close(), "close");
});

/** Tests that callbacks which cannot be verified are refused, whatever the service answers when it is asked for its keys. */
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { openCallbacks } from "../../../src/site/forms/form-callbacks.ts";

let asked = 0;
let answer: (response: ServerResponse) => void;
const server = createServer((_, response) => {
  asked += 1;
  answer(response);
}).listen(0, "127.0.0.1");
afterEach(() => server.closeAllConnections());

const refused = async (given: typeof answer, callbacks = 1, headers = {}): Promise<readonly (string | undefined)[]> => {
  asked = 0;
  answer = given;
  if (!server.listening) await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const verify = openCallbacks(() => Promise.resolve({ url }));
  const codes: (string | undefined)[] = [];
  for (let call = 0; call < callbacks; call += 1)
    codes.push(
      await verify(headers, Buffer.from("{}")).then(
        () => "accepted",
        ({ code }: { code?: string }) => code,
      ),
    );
  return codes;
};

it.each([
  ["that never end", (response: ServerResponse) => sendForEver(response)],
  ["that are no JSON", (response: ServerResponse) => response.end("<html>")],
  ["that are null", (response: ServerResponse) => response.end("null")],
  ["that are no list", (response: ServerResponse) => response.end('{"keys":"x"}')],
  ["with another status", (response: ServerResponse) => response.writeHead(500).end()],
])("keys %s are refused by name", async (_, given) => {
  expect(await refused(given)).toEqual(["target-unavailable"]);
});

it("a forged callback is refused, and the keys are asked for once a minute", async () => {
  const codes = await refused((response) => response.end('{"keys":[]}'), 3);
  expect({ codes, asked }).toEqual({ codes: Array(3).fill("callback-refused"), asked: 1 });
});

it("a key that cannot be read is no key, and is no reason to fail", async () => {
  const broken = '{"keys":[{"kty":"OKP","crv":"Ed25519","x":"AA"},null]}';
  const headers = { "webhook-id": "1", "webhook-timestamp": String(Math.floor(Date.now() / 1000)) };
  const signed = { ...headers, "webhook-signature": "v1a,AAAA" };
  expect(await refused((response) => response.end(broken), 1, signed)).toEqual(["callback-refused"]);
});

const sendForEver = (response: ServerResponse): void => {
  if (response.destroyed) return;
  if (response.write("x".repeat(65_536))) setImmediate(sendForEver, response);
  else response.once("drain", () => sendForEver(response));
};

/**
 * Receives the callbacks of initiated forms and believes only those that the service has signed:
 *
 *     SERVICE_URL=http://127.0.0.1:8920 PORT=3000 node examples/callback-receiver.ts
 *
 * Name its address as `callBackUrl` of `client.initiateForm`. The service repeats a callback until the answer is a success.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { type CallbackKeys, verifyCallback } from "musterd/client";

const service = process.env["SERVICE_URL"] ?? "http://127.0.0.1:8920";
const keys = (await (await fetch(`${service}/openapi/callback-keys`)).json()) as CallbackKeys;

const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  try {
    // The signature is over the bytes as they arrived.
    const callback = verifyCallback(request.headers, await buffer(request), keys);
    console.log(JSON.stringify(callback));
    response.writeHead(204).end();
  } catch (error) {
    response.writeHead(400).end(error instanceof Error ? error.message : "refused");
  }
};

const server = createServer((request, response) => void receive(request, response));
server.listen(Number(process.env["PORT"] ?? 3000), "127.0.0.1", () => console.log(server.address()));

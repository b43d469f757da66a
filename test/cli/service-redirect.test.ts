/** Tests that the commands for a running service give its admin key to nobody else, and say so where another program answers. */
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { askAt } from "../../src/cli/service/service-connection.ts";

const listening = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

it.each([301, 302, 303, 307, 308])("a redirect with status %i does not get the admin key", async (status) => {
  let stolen = 0;
  const thief = await listening((_request, response) => {
    stolen += 1;
    response.end("{}");
  });
  const url = await listening((_request, response) => response.writeHead(status, { location: thief }).end());
  await expect(askAt(url, "admin-secret-of-tests")("PUT", "/organisation", {})).rejects.toMatchObject({
    code: "sandbox-refused",
    place: { status },
  });
  expect(stolen).toBe(0);
});

it.each<readonly [string, RequestListener]>([
  ["a page", (_request, response) => response.end("<html>a page of somebody else</html>")],
  [
    "half an answer",
    (_request, response) => {
      response.writeHead(200, { "content-length": "1000" }).write('{"half":');
      setTimeout(() => response.destroy(), 50);
    },
  ],
])("%s in the place of the service is no defect of musterd, and is not repeated", async (_, listener) => {
  const url = await listening(listener);
  const asked = askAt(url, "admin-secret-of-tests")("GET", "/keys");
  await expect(asked).rejects.toMatchObject({ code: "service-unreachable" });
  await expect(asked).rejects.not.toThrow(/html|half/);
});

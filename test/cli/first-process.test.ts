/** Tests signals to the first process of a container: the system ends it only by those for which it has a listener. */
import { expect, it } from "vitest";
import { startCli } from "../support/processes/cli-process.ts";
import { openWorkplace, smallSample, targetPart } from "../support/processes/workplace.ts";

const env = {
  API_KEY: "an-api-key-of-0123456789ab",
  MUSTERD_API_KEY: "an-api-key-of-0123456789ab",
  MUSTERD_ADMIN_KEY: "an-admin-key-of-0123456789",
};

/** Starts a command as process 1, which gets SIGTERM as soon as it has so many listeners for it. */
const startAsFirst = (parameters: readonly string[], listeners: number) => {
  const preload = `const { pid } = process;
    Object.defineProperty(process, "pid", { value: 1 });
    let left = ${listeners};
    process.on("newListener", (name) => {
      if (name === "SIGTERM" && --left === 0) setImmediate(() => process.kill(pid, name));
    });`;
  const NODE_OPTIONS = `--import data:text/javascript,${encodeURIComponent(preload)}`;
  return startCli(parameters, { env: { ...env, NODE_OPTIONS } });
};

it("SIGTERM ends a command that does not listen for it", async () => {
  const { files, source } = await smallSample();
  const place = await openWorkplace(files, {
    source,
    target: targetPart({ url: "http://127.0.0.1:9", corpCode: "ACME" }),
  });
  expect(await startAsFirst(["check", "--config", place.config], 1).ended).toEqual({ code: 143, signal: null });
  await place.remove();
});

it("SIGTERM ends a service in order", async () => {
  const service = startAsFirst(["service", "--port", "0", "--database", ":memory:"], 2);
  expect(await service.ended).toEqual({ code: 0, signal: null });
});

/**
 * A thousand callbacks from a service that is killed twenty times while it sends them (a quarter of that in CI): none is lost, every
 * repetition has the id of its callback, and a kill repeats no more than what was in progress.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import type { CallbackBody } from "../../../src/contract/records/callback.ts";
import { perReceiver } from "../../../src/service/initiations/callback-order.ts";
import type { ShownInitiation } from "../../../src/service/initiations/initiations.ts";
import { startService } from "../../../src/service/service.ts";
import { isInPart } from "../../support/suites/runs.ts";
import { baseline } from "../cases/baseline.ts";
import { callerOf, newDatabase, temporaryDirectory } from "../running-service.ts";
import { formsBaseline } from "./baseline.ts";
import { application } from "./form-cases.ts";
import { initiationOptions } from "./killable-initiations.ts";
import { startReceiver } from "./receiver.ts";

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const kills = isInPart ? 5 : 20;
const senders = 4;
const perRound = 50;

it("loses none and changes no id", async () => {
  const hook = await startReceiver();
  ends.push(hook.close);
  const directory = await temporaryDirectory();
  ends.push(() => rm(directory, { recursive: true }));
  const place = [await newDatabase(directory), join(directory, "files")] as const;
  /** The trace ids that F1 has returned. */
  const answered: string[] = [];
  for (let round = 0; round < kills; round += 1) {
    const child = fork(new URL("./killable-initiations.ts", import.meta.url), place, { stdio: "ignore" });
    const [url] = (await once(child, "message")) as [string];
    const service = callerOf(url);
    if (round === 0) {
      await service.admin("PUT", "/company", { organisation: baseline(), forms: formsBaseline() });
      await service.call("P1");
    }
    const ended = once(child, "exit");
    const apply = async (): Promise<void> => {
      while (answered.length < (round + 1) * perRound) {
        const body = application({ callBackUrl: hook.url });
        answered.push((await service.call("F1", { params: { formCodeOrId: "EXPENSE" }, body })).json as string);
      }
      // The first sender to be done kills the service, while it works on the requests of the others and sends callbacks.
      child.kill("SIGKILL");
    };
    await Promise.all(Array.from({ length: senders }, () => apply().catch(() => undefined)));
    await ended;
  }
  const sentBefore = hook.deliveries.length;

  const running = await startService(initiationOptions(...place));
  ends.push(() => running.close());
  const service = callerOf(running.url);
  const initiations = () => service.admin("GET", "/initiations") as Promise<readonly ShownInitiation[]>;
  const owed = async () => (await initiations()).filter(({ callback }) => callback !== "delivered").length;
  await expect.poll(owed, { interval: 200 }).toBe(0);

  const all = (await initiations()).map(({ traceId }) => traceId);
  expect(all).toEqual(expect.arrayContaining(answered));
  const ids = hook.deliveries.map(({ headers }) => headers["webhook-id"]);
  expect(new Set(ids)).toEqual(new Set(all));
  expect(hook.deliveries.map(({ body }) => (JSON.parse(body) as CallbackBody).TraceId)).toEqual(ids);
  const bodies = new Set(hook.deliveries.map(({ body }) => body));
  expect(bodies.size).toBe(all.length);
  expect(ids.length - all.length).toBeLessThanOrEqual(perReceiver * kills);
  // The kills came while callbacks were sent: neither before the first, nor after the last of them.
  expect(sentBefore).toBeGreaterThan(perRound);
});

/** How many values of an answer fit into a small heap: that of a worker, so that the figure is the same on every machine. */
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { expect, it } from "vitest";

const module = new URL("../../../src/client/answers/answer-budget.ts", import.meta.url).href;

/** In mebi, how often `part` is taken after `first` until the answer has to end. */
const taken = async (first: string, part: string): Promise<number> => {
  const program = `
    import { parentPort } from "node:worker_threads";
    import { openAnswerBudget } from ${JSON.stringify(module)};
    const scale = openAnswerBudget()();
    const part = Buffer.from(${JSON.stringify(part)}.repeat(16384));
    scale.take(Buffer.from(${JSON.stringify(first)}));
    let times = 0;
    while (times < 1e9 && scale.take(part)) times += 16384;
    parentPort.postMessage(times / 2 ** 20);`;
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(program)}`), {
    resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 },
  });
  const [times] = await once(worker, "message");
  await worker.terminate();
  return times as number;
};

it("counts what a short value takes in the parser, in the list and in its copies, not only its characters", async () => {
  // Two million short texts took 170 MiB more than their characters, and their process the memory of its container.
  expect(await taken("[0", ",0")).toBeLessThan(5);
  expect(await taken('[""', ',"王小明"')).toBeLessThan(5);
  expect(await taken("[[0", ",0")).toBeLessThan(5);
  // A property is no item: it is copied with its object only.
  expect(await taken("[{0", ",0")).toBeGreaterThan(10);
  expect(await taken("[[0],{0", ",0")).toBeGreaterThan(10);
  expect(await taken("[{0},0", ",0")).toBeLessThan(5);
});

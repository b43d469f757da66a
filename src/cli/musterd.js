#!/usr/bin/env node
/**
 * The command `musterd`. This file is plain JavaScript: a version of Node that is too old can run it and report that it is too
 * old, instead of failing on syntax that it does not know.
 */
import { setFlagsFromString } from "node:v8";

const needed = 24;
const found = Number(process.versions.node.split(".")[0]);

/**
 * V8 lets a heap double before it collects, so a plan of 100,000 people took twice the memory that it needs. Where a container limits the
 * memory, the young generation stays small, too.
 */
const limitHeap = () => {
  const limit = process.constrainedMemory();
  const isSmall = limit > 0 && limit < 2 * 2 ** 30;
  setFlagsFromString(`--heap-growing-percent=${isSmall ? 20 : 30}`);
  if (isSmall) setFlagsFromString("--semi-space-growth-factor=1");
};

if (found < needed) {
  console.error(
    `node-too-old: musterd needs Node ${needed} or newer, this is ${process.versions.node}\n` +
      "  hint: install a newer one; in a checkout, `npm run -s musterd -- …` brings its own",
  );
  process.exitCode = 1;
} else {
  limitHeap();
  const { mainToEnd } = await import("./program.ts");
  await mainToEnd(process.argv, process.env);
}

#!/usr/bin/env node
/**
 * The command `musterd`. This file is plain JavaScript: a version of Node that is too old can run it and report that it is too
 * old, instead of failing on syntax that it does not know.
 */
import { constants } from "node:os";
import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const needed = 24;
const found = Number(process.versions.node.split(".")[0]);

/** Flags that Node takes only when it starts. */
const sizes = /--max[-_](?:old[-_]space|heap|semi[-_]space)[-_]size/;

/** In bytes. A heap above it is collected more often; below, that would only cost processor time. */
const largeHeap = 300 * 2 ** 20;

/**
 * V8 lets a heap double before it collects, so a plan of 100,000 people took twice the memory that it needs. Of a container that limits the
 * memory, Node uses half for the heap; then the command starts again in the same process, with three quarters and a small young
 * generation, unless somebody has set the sizes. A daemon starts again, too. So started, the C library gives back what was freed: it would
 * keep twice the largest block that it has seen, for each thread.
 */
const limitMemory = () => {
  const limit = process.constrainedMemory();
  const isSmall = limit > 0 && limit < 2 * 2 ** 30;
  if (isSmall) setFlagsFromString("--heap-growing-percent=20");
  else growSlowlyWhenLarge();
  const isSet = sizes.test([process.env["NODE_OPTIONS"], ...process.execArgv].join(" "));
  const own =
    isSmall && !isSet
      ? [`--max-old-space-size=${Math.floor((limit / 2 ** 20) * 0.75)}`, "--max-semi-space-size=8"]
      : [];
  const keeps = (process.argv.includes("daemon") || own.length > 0) && !("MALLOC_TRIM_THRESHOLD_" in process.env);
  if ((own.length === 0 && !keeps) || process.platform === "win32" || process.connected) return;
  const again = [process.execPath, ...own, ...process.execArgv, ...process.argv.slice(1)];
  const freed = { MALLOC_MMAP_THRESHOLD_: "131072", MALLOC_TRIM_THRESHOLD_: "131072" };
  process.execve?.(process.execPath, again, keeps ? { ...process.env, ...freed } : process.env);
};

const growSlowlyWhenLarge = () => {
  const watch = setInterval(() => {
    if (getHeapStatistics().total_heap_size < largeHeap) return;
    clearInterval(watch);
    setFlagsFromString("--heap-growing-percent=30");
    // The limit that V8 has set before holds until the next full collection, which may be a minute and a gigabyte away.
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc");
    collect();
  }, 100).unref();
};

/**
 * The system ends the first process of a container by no signal for which it has no listener: a daemon that is stopped while it starts would
 * go on until it is killed, and nothing would end a command.
 */
const endAsFirstProcess = () => {
  for (const signal of ["SIGHUP", "SIGINT", "SIGTERM"]) {
    process.on(signal, () => {
      if (process.listenerCount(signal) === 1) process.exit(128 + constants.signals[signal]);
    });
  }
};

if (found < needed) {
  console.error(
    `node-too-old: musterd needs Node ${needed} or newer, this is ${process.versions.node}\n` +
      "  hint: install a newer one; in a checkout, `npm run -s musterd -- …` brings its own",
  );
  process.exitCode = 1;
} else {
  // Without a listener the signal, which rotations of logs send, opens a debugger to everybody on the machine.
  process.on("SIGUSR1", () => undefined);
  limitMemory();
  if (process.pid === 1) endAsFirstProcess();
  const { keepCompiledCode } = await import("./compiled-code.ts");
  keepCompiledCode(process.env);
  const { mainToEnd } = await import("./program.ts");
  await mainToEnd(process.argv, process.env);
}

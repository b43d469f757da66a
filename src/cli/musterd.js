#!/usr/bin/env node
/**
 * The command `musterd`. This file is plain JavaScript: a version of Node that is too old can run it and report that it is too
 * old, instead of failing on syntax that it does not know.
 */
const needed = 24;
const found = Number(process.versions.node.split(".")[0]);

if (found < needed) {
  console.error(
    `node-too-old: musterd needs Node ${needed} or newer, this is ${process.versions.node}\n` +
      "  hint: install a newer one; in a checkout, `npm run -s musterd -- …` brings its own",
  );
  process.exitCode = 1;
} else {
  const { mainToEnd } = await import("./program.ts");
  await mainToEnd(process.argv, process.env);
}

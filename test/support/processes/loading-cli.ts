/** A process that runs command lines one after another and counts the files that each one has loaded besides those before it. */
import { registerHooks } from "node:module";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const loaded: string[] = [];

registerHooks({
  load: (url, context, next) => {
    if (url.startsWith("file:")) loaded.push(relative(root, fileURLToPath(url)));
    return next(url, context);
  },
});

/** What a command line has loaded: files below the root of the project. */
export type Loaded = { readonly code: number; readonly files: readonly string[] };

const run = async (lines: readonly (readonly string[])[]): Promise<void> => {
  const { main } = await import("../../../src/cli/program.ts");
  const told: Loaded[] = [];
  for (const line of lines) {
    const code = await main([process.execPath, "musterd", ...line], process.env);
    told.push({ code, files: loaded.splice(0) });
  }
  process.send?.(told);
  process.disconnect?.();
};

process.on("message", (lines: readonly (readonly string[])[]) => void run(lines));

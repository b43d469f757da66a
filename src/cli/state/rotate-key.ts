/** `musterd rotate-key`: replaces the key of the store, and seals anew what it has sealed. It works beside a daemon. */
import { writePrivateFile } from "../../lib/private-file.ts";
import { type Command, type JsonOptions, withApp } from "../open/context.ts";
import { readSavedPlan } from "../plans/read-saved-plan.ts";
import { print, printJson } from "../terminal/output.ts";
import { wordsOf } from "../words/words.ts";

/** `files`: saved plans. All of them are read before anything is changed; a file that cannot be opened changes nothing. */
export const rotateKeyCommand: Command<"rotate-key", JsonOptions, [files: readonly string[]]> = (
  files,
  options,
  environment,
) =>
  withApp(options, environment, async ({ store, savedPlans }) => {
    const plans = await Promise.all(files.map(async (file) => ({ file, text: await readSavedPlan(file) })));
    for (const { file, text } of plans) savedPlans.reseal(text, file);
    const values = await store.rotateKey(async () => {
      for (const { file, text } of plans) await writePrivateFile(file, savedPlans.reseal(text, file));
    });
    if (options.json) printJson({ values, plans: files.length });
    else if (!options.quiet) print(wordsOf(options.language).keyRotated(values, files.length));
    return 0;
  });

/** Reads the file of a saved plan. */
import { readFile } from "node:fs/promises";
import { MusterdError } from "../../lib/errors.ts";

/** Rejects with `plan-file-invalid`. */
export const readSavedPlan = async (file: string): Promise<string> => {
  try {
    return await readFile(file, "utf8");
  } catch (cause) {
    throw new MusterdError("plan-file-invalid", "the saved plan cannot be read", {
      place: { file },
      hint: "name the file that `musterd plan --out FILE` has written",
      cause,
    });
  }
};

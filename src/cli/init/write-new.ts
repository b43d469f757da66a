/** Writes a file that must not be there yet, whole or not at all. */
import { randomUUID } from "node:crypto";
import { linkSync, lstatSync, rmSync, writeFileSync } from "node:fs";
import { MusterdError } from "../../lib/errors.ts";

export const exists = (file: string): boolean => lstatSync(file, { throwIfNoEntry: false }) !== undefined;

/** Fails with `report-unwritable`, also if the file has come into being meanwhile: nothing is ever overwritten. */
export const writeNew = (file: string, text: string): void => {
  const draft = `${file}.${randomUUID()}`;
  try {
    writeFileSync(draft, text, { flag: "wx", mode: 0o600 });
    linkSync(draft, file);
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    throw new MusterdError("report-unwritable", `the configuration cannot be written: ${code ?? message}`, {
      place: { file },
      hint: "name another file with --config, or give the right to write to its folder",
      cause,
    });
  } finally {
    rmSync(draft, { force: true });
  }
};

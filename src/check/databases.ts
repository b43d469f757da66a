/** Reads the databases of the state folder through, because a damaged page is noticed only when something reads it. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { examineDatabase, isLocked } from "../lib/database/database.ts";
import { asMusterdError } from "../lib/errors.ts";
import type { Check, PartWords } from "./check.ts";

const names = ["musterd.db", "service.db"];

export const checkDatabases = (stateFolder: string, words: PartWords): readonly Check[] => {
  const undamaged: string[] = [];
  const rest: Check[] = [];
  for (const file of names.map((name) => join(stateFolder, name)).filter((path) => existsSync(path))) {
    try {
      if (isLocked(file)) rest.push({ part: "database", found: words.notExamined(file) });
      else {
        examineDatabase(file);
        undamaged.push(file);
      }
    } catch (thrown) {
      rest.push({ part: "database", error: asMusterdError(thrown) });
    }
  }
  return [...(undamaged.length > 0 ? [{ part: "database", found: words.undamaged(undamaged) }] : []), ...rest];
};

/** A store in a temporary folder, which is removed when the store is closed. */
import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "../../../src/lib/clock.ts";
import { openStore, type Store } from "../../../src/store/store.ts";

export const openTemporaryStore = (): Store => {
  const folder = mkdtempSync(join(tmpdir(), "musterd-store-"));
  const store = openStore(join(folder, "musterd.db"), "target", systemClock);
  return {
    ...store,
    close: async () => {
      await store.close();
      await rm(folder, { recursive: true });
    },
  };
};

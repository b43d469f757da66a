/** Digests of the two readings from which a plan was made: the audit trail shows with them that the same was read, or not. */
import { createHash } from "node:crypto";
import type { SourceSnapshot, TargetSnapshot } from "../../model/directory/snapshot.ts";
import type { ReadingDigests } from "../../store/plans/plans.ts";

/** SHA-256 of each reading; records count in the order in which they were read. */
export const readingDigests = (
  { directory }: Pick<SourceSnapshot, "directory">,
  current: TargetSnapshot,
): ReadingDigests => ({ source: digestOf(directory), site: digestOf(current) });

const digestOf = (lists: object): string => {
  const hash = createHash("sha256");
  for (const [name, value] of Object.entries(lists)) {
    hash.update(`${name}\n`);
    // One record after the other: the text of a whole reading would take as much memory as the reading.
    const records: Iterable<unknown> = typeof value === "object" ? value : [value];
    for (const record of records) hash.update(`${JSON.stringify(record) ?? ""}\n`);
  }
  return hash.digest("hex");
};

/** What became of the rows of a source, for each kind of object. The numbers of a kind always add up to its rows. */
import type { Kind, SubjectKind } from "../../model/directory/kind.ts";
import { listOf } from "../../model/directory/objects.ts";
import { duplicateKey, type RejectedRow, type SourceSnapshot } from "../../model/directory/snapshot.ts";
import type { SourceFile, SourceKind, SourceProfile } from "../../model/plan/quality.ts";

/** rows = records + quarantined + rejected + leftOut. */
export type RowBalance = {
  readonly kind: SourceKind;
  readonly rows: number;
  readonly records: number;
  /** Rows that share a key with another row, or that are probably no records. */
  readonly quarantined: number;
  readonly rejected: number;
  /** Rows out of scope, and rows that repeat a record or were put together with the row of another part. */
  readonly leftOut: number;
  /** Field → how many percent of the records have a value. */
  readonly filled: Readonly<Record<string, number>>;
};

export const rowBalances = (
  { kinds }: SourceProfile,
  snapshot: SourceSnapshot,
  files: readonly SourceFile[],
): readonly RowBalance[] =>
  (Object.entries(kinds) as [SourceKind, SourceProfile["kinds"][SourceKind]][]).map(([kind, profile]) => {
    const records = recordsOf(snapshot, kind);
    const bad = snapshot.rejected.filter((row) => row.kind === kind && row.dropped === undefined && !row.outside);
    const quarantined = placesOf(bad.filter(({ code }) => code === duplicateKey || code === "row-odd"));
    const rejected = placesOf(bad).difference(quarantined);
    const read = files.reduce((sum, file) => sum + (file.kind === kind ? file.rows : 0), 0);
    const known = records + quarantined.size + rejected.size;
    const { known: base, filled } = profile?.fill ?? { known: 0, filled: {} };
    return {
      kind,
      rows: Math.max(read, known),
      records,
      quarantined: quarantined.size,
      rejected: rejected.size,
      leftOut: Math.max(read - known, 0),
      filled: Object.fromEntries(
        Object.entries(filled).map(([field, count]) => [field, base === 0 ? 0 : Math.round((100 * count) / base)]),
      ),
    };
  });

const placesOf = (rows: readonly RejectedRow[]): ReadonlySet<string> =>
  new Set(rows.map(({ file, line }) => `${file}\n${line ?? ""}`));

const recordsOf = ({ directory }: SourceSnapshot, kind: Kind): number => {
  if (kind === "post") return (directory.employees ?? []).reduce((sum, { posts = [] }) => sum + posts.length, 0);
  return Object.hasOwn(listOf, kind) ? (directory[listOf[kind as SubjectKind]]?.length ?? 0) : 0;
};

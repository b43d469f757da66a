/**
 * The quality gate. A finding with the severity `refuse` ends the run. If a finding has the severity `hold`, its kind is
 * removed from the snapshot, as if the source did not supply it. Its objects are then left alone; they never count as gone.
 * What is removed for each held kind, and what remains:
 *
 *   held kind     removed                        what remains
 *   level         levels                         departments; one that names a level unknown to the service is held
 *   title         titles                         posts, likewise
 *   category      categories                     functions, likewise; the order of categories is not changed
 *   function      functions                      posts, likewise
 *   department    departments with managers      posts, likewise
 *   employee      employees with posts,          departments; their managers are given by accounts, which only the
 *                 managers of departments        employee rows supply
 *   post          posts of all employees         employees; a new person gets posts in a later run
 *
 * If the keys of a kind are in doubt (`keys-changed`), references to this kind are removed too: levels of departments,
 * categories of functions, or all posts if the kind is department, title or function. Renames in the configuration stay.
 * Everything else is planned as usual: for example, a department is closed if it is closed in the source and the service
 * has nobody in it.
 */
import { MusterdError } from "../../lib/errors.ts";
import type { Directory } from "../../model/directory/directory.ts";
import type { Kind } from "../../model/directory/kind.ts";
import { type RejectedRow, type SourceSnapshot, sortedByLoss } from "../../model/directory/snapshot.ts";
import type { Finding, KindProfile, SourceKind, SourceProfile } from "../../model/plan/quality.ts";
import { kindOf, tables } from "../mapping/fields.ts";

/**
 * `accepted`: rules that a person accepts for this run; their findings become warnings. Fails with `source-quality` if a
 * finding has the severity `refuse`; the error names all these findings.
 */
export const passGate = (
  snapshot: SourceSnapshot,
  found: readonly Finding[],
  accepted: readonly string[],
): { readonly snapshot: SourceSnapshot; readonly findings: readonly Finding[] } => {
  const findings = found.map(
    (finding): Finding => (accepted.includes(finding.rule) ? { ...finding, severity: "warn" } : finding),
  );
  const refusing = findings.filter(({ severity }) => severity === "refuse");
  if (refusing.length > 0) throw refusal(refusing, snapshot.rejected);
  const held = findings.filter(({ severity }) => severity === "hold");
  if (held.length === 0) return { snapshot, findings };
  return { snapshot: { ...snapshot, directory: withoutHeld(snapshot.directory, held) }, findings };
};

/**
 * The error for findings that refuse the source. If rejected rows are the cause, it shows samples of them, because most
 * often one mistake of the export is behind all of them.
 */
const refusal = (refusing: readonly Finding[], rejected: readonly RejectedRow[]): MusterdError => {
  const causes = refusing.filter(({ rule }) => rule === "rejected-many" || rule === "duplicates-many");
  const kinds = new Set(causes.map(({ kind }) => kind));
  const rules = [...new Set(refusing.map(({ rule }) => rule))];
  const { length } = refusing;
  const first =
    length === 1
      ? "a finding refuses the source, so nothing is planned"
      : `${length} findings refuse the source, so nothing is planned`;
  const lines = refusing.map(({ rule, message, hint }) => `  ${rule}: ${message} (${hint})`);
  const samples = samplesOf(sortedByLoss(rejected).rows.filter(({ kind }) => kinds.has(kind)));
  const message = [first, ...lines, ...samples].join("\n");
  return new MusterdError("source-quality", message, {
    hint: `\`musterd source check\` shows all findings; if the source is right as it is: musterd plan ${rules.map((rule) => `--accept ${rule}`).join(" ")}`,
  });
};

/** Describes at most three rejected rows: one of each code, the most frequent code first, and then further rows. */
const samplesOf = (rows: readonly RejectedRow[]): readonly string[] => {
  const groups = [...Map.groupBy(rows, ({ code }) => code).values()].sort((a, b) => b.length - a.length);
  const chosen = [...groups.flatMap(([first]) => first ?? []), ...groups.flatMap(([, ...others]) => others)];
  return chosen
    .slice(0, 3)
    .map(
      ({ file, line, column, code, reason }) =>
        `    for example ${file}${line === undefined ? "" : `:${line}`} ${column}: ${reason} (${code})`,
    );
};

const withoutHeld = (directory: Directory, held: readonly Finding[]): Directory => {
  const out = new Set(held.map(({ kind }) => kind));
  const rekeyed = new Set(held.filter(({ rule }) => rule === "keys-changed").map(({ kind }) => kind));
  const kept: { -readonly [List in keyof Directory]: Directory[List] } = { ...directory };
  for (const table of tables) if (table !== "posts" && out.has(kindOf[table])) delete kept[table];
  if (rekeyed.has("category")) kept.functions &&= kept.functions.map(({ category: _category, ...rest }) => rest);
  if (rekeyed.has("level")) kept.departments &&= kept.departments.map(({ level: _level, ...rest }) => rest);
  if (out.has("employee")) kept.departments &&= kept.departments.map(({ manager: _manager, ...rest }) => rest);
  const postsInDoubt = out.has("post") || namedByPosts.some((kind) => rekeyed.has(kind));
  if (postsInDoubt) kept.employees &&= kept.employees.map(({ posts: _posts, ...rest }) => rest);
  return kept;
};

const namedByPosts: readonly Kind[] = ["department", "title", "function"];

/**
 * Makes the profile to remember. For the held kinds the previous profile is kept. Otherwise a broken export would be held
 * only once, because the next run would be compared with it. `findings` are those that `passGate` returns. Posts are counted in the profile of employees, so if one of these two kinds
 * is held, the previous profiles of both are kept.
 */
export const profileToKeep = (
  profile: SourceProfile,
  last: SourceProfile | undefined,
  findings: readonly Finding[],
): SourceProfile => {
  const held = new Set<Kind>(findings.filter(({ severity }) => severity === "hold").map(({ kind }) => kind));
  if (held.size === 0) return profile;
  if (held.has("post") || held.has("employee")) held.add("post").add("employee");
  const kinds: { [kind in SourceKind]?: KindProfile } = {};
  for (const side of [last, profile]) {
    for (const [kind, known] of Object.entries(side?.kinds ?? {}) as [SourceKind, KindProfile][]) {
      if (held.has(kind) === (side === last)) kinds[kind] = known;
    }
  }
  const { tree } = (held.has("department") ? last : profile) ?? {};
  const kept = <T extends { readonly kind: Kind }>(of: (profile: SourceProfile) => readonly T[] | undefined): T[] => [
    ...((last && of(last)) ?? []).filter(({ kind }) => held.has(kind)),
    ...(of(profile) ?? []).filter(({ kind }) => !held.has(kind)),
  ];
  const lists = {
    encodings: kept((one) => one.encodings),
    ends: kept((one) => one.ends),
    conditions: kept((one) => one.conditions),
    deciding: kept((one) => one.deciding),
    entries: kept((one) => one.entries),
    servers: profile.servers ?? [],
  } satisfies Partial<SourceProfile>;
  const filled = Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0));
  return { version: 1, kinds, ...(tree && { tree }), ...filled };
};

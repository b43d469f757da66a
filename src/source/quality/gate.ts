/**
 * The quality gate. A refused finding ends the run. A held kind is removed from the snapshot as if the source did not
 * supply it, which never means that its objects are gone. What depends on a held kind is removed with it:
 *
 *   held          removed                        because
 *   level         levels                         departments may name levels of the target; others are held
 *   title         titles                         posts, likewise
 *   category      categories                     functions, likewise; the order stays as it is
 *   function      functions                      posts, likewise
 *   department    departments with managers      posts may name departments of the target; others are held
 *   employee      employees with posts,          managers are given by account, which the employee rows supply
 *                 managers of departments
 *   post          posts of all employees         missing posts are not written; a new person gets them later
 *
 * If the keys themselves are in doubt (`keys-changed`), references to them are removed too: levels of departments,
 * categories of functions, and for departments, titles and functions all posts. Configured renames stay. The rest is
 * planned as usual: a department is closed if the source says so and the service has nobody in it.
 */
import { MusterdError } from "../../lib/errors.ts";
import type { Directory } from "../../model/directory.ts";
import type { Kind } from "../../model/kind.ts";
import type { Finding } from "../../model/quality.ts";
import { type RejectedRow, type SourceSnapshot, sortedByLoss } from "../../model/snapshot.ts";

/**
 * `accepted`: rules that a person accepts this once; their findings become warnings. Fails with `source-quality`, which
 * names every finding that refuses.
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

/** Shows samples of rejected rows where they are the cause: most often one mistake of the export is behind all of them. */
const refusal = (refusing: readonly Finding[], rejected: readonly RejectedRow[]): MusterdError => {
  const causes = refusing.filter(({ rule }) => rule === "rejected-many" || rule === "duplicates-many");
  const kinds = new Set(causes.map(({ kind }) => kind));
  const rules = [...new Set(refusing.map(({ rule }) => rule))];
  const count = refusing.length === 1 ? "a finding refuses" : `${refusing.length} findings refuse`;
  const lines = refusing.map(({ rule, message, hint }) => `  ${rule}: ${message} (${hint})`);
  const samples = samplesOf(sortedByLoss(rejected).rows.filter(({ kind }) => kinds.has(kind)));
  const message = [`${count} the source, so nothing is planned`, ...lines, ...samples].join("\n");
  return new MusterdError("source-quality", message, {
    hint: `\`musterd source check\` shows all findings; if the source is right as it is: musterd plan ${rules.map((rule) => `--accept ${rule}`).join(" ")}`,
  });
};

/** Three rejected rows: one of each code, the most frequent code first, then more. */
const samplesOf = (rows: readonly RejectedRow[]): readonly string[] => {
  const groups = [...Map.groupBy(rows, ({ code }) => code).values()].sort((a, b) => b.length - a.length);
  const chosen = [...groups.flatMap(([first]) => first ?? []), ...groups.flatMap(([, ...others]) => others)].slice(
    0,
    3,
  );
  return chosen.map(
    ({ file, line, column, code, reason }) =>
      `    for example ${file}${line === undefined ? "" : `:${line}`} ${column}: ${reason} (${code})`,
  );
};

const withoutHeld = (directory: Directory, held: readonly Finding[]): Directory => {
  const out = new Set(held.map(({ kind }) => kind));
  const rekeyed = new Set(held.filter(({ rule }) => rule === "keys-changed").map(({ kind }) => kind));
  const kept: { -readonly [List in keyof Directory]: Directory[List] } = { ...directory };
  for (const [kind, list] of lists) if (out.has(kind)) delete kept[list];
  if (rekeyed.has("category")) kept.functions &&= kept.functions.map(({ category: _category, ...rest }) => rest);
  if (rekeyed.has("level")) kept.departments &&= kept.departments.map(({ level: _level, ...rest }) => rest);
  if (out.has("employee")) kept.departments &&= kept.departments.map(({ manager: _manager, ...rest }) => rest);
  const postsInDoubt = out.has("post") || namedByPosts.some((kind) => rekeyed.has(kind));
  if (postsInDoubt) kept.employees &&= kept.employees.map(({ posts: _posts, ...rest }) => rest);
  return kept;
};

const lists: readonly (readonly [Kind, keyof Directory])[] = [
  ["level", "levels"],
  ["title", "titles"],
  ["category", "categories"],
  ["function", "functions"],
  ["department", "departments"],
  ["employee", "employees"],
];

const namedByPosts: readonly Kind[] = ["department", "title", "function"];

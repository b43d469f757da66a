/**
 * The gate: what is refused ends the run; what is held leaves the snapshot as if the source did not supply it, which the
 * planner never takes for "gone". What a held kind was needed for goes with it:
 *
 *   held          leaves the snapshot            because
 *   level         levels                         departments may name levels of the target; others are held
 *   title         titles                         posts, likewise
 *   category      categories                     functions, likewise; the order stays as it is
 *   function      functions                      posts, likewise
 *   department    departments with managers      posts may name departments of the target; others are held
 *   employee      employees with posts,          a manager is named by an account that comes from the employee's row
 *                 managers of departments
 *   post          posts of all employees         unsaid posts are never written; a new person gets them later
 *
 * Where the keys themselves are in doubt (`keys-changed`), who names them goes too: levels of departments, categories of
 * functions, and for departments, titles and functions all posts. Listed renames stay: they come from the configuration.
 * What is left is carried out on its own word: a department that is closed is closed if the service has nobody in it.
 */
import { MusterdError } from "../../lib/errors.ts";
import type { Directory } from "../../model/directory.ts";
import type { Kind } from "../../model/kind.ts";
import type { Finding } from "../../model/quality.ts";
import { type RejectedRow, type SourceSnapshot, sortedByLoss } from "../../model/snapshot.ts";

/**
 * `accepted`: rules a person lets pass this once; their findings become warnings. Fails with `source-quality`, which
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

/** With samples where rejected rows are the cause: most often one mistake of the export is behind all of them. */
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

/** Three rejected rows: one of each code, the most frequent first, then others. */
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

/** `musterd audit`: verifies the audit trail, and prints its entries for people and for other programs. */
import type { App } from "../../app/app.ts";
import { localTime } from "../../lib/clock.ts";
import { visibleText } from "../../lib/control-characters.ts";
import { MusterdError } from "../../lib/errors.ts";
import { actorText } from "../../model/runs/actor.ts";
import { type AuditEntry, type AuditHead, type AuditVerification, auditHeadText } from "../../model/runs/audit.ts";
import { csvLine } from "../../report/tables/csv.ts";
import { type Command, type ConfigOptions, withApp } from "../open/context.ts";
import { instantOf } from "../terminal/instant-option.ts";
import { print, printJson, writeReport } from "../terminal/output.ts";
import { printTable } from "../terminal/print-table.ts";
import { type CliWords, wordsOf } from "../words/words.ts";

type VerifyOptions = ConfigOptions & { readonly head?: string; readonly json?: boolean };

/** `--head`: the last entry as a log had it, which the trail must still have. */
export const verifyAuditCommand: Command<"audit verify", VerifyOptions> = (options, environment) => {
  const logged = options.head === undefined ? undefined : headOf(options.head);
  return withApp(options, environment, async ({ store }) => {
    const found = withLogged(await store.audit.verify(), logged, logged && (await store.audit.digestOf(logged.number)));
    const words = wordsOf(options.language).audit;
    if (options.json) printJson({ ...found, head: auditHeadText(found.head) });
    else if (found.problem || !options.quiet) print(verificationText(found, words));
    return found.problem ? 1 : 0;
  });
};

const headOf = (text: string): AuditHead => {
  const [, number, digest] = /^(\d+):([0-9a-f]{64})$/.exec(text) ?? [];
  if (digest !== undefined) return { number: Number(number), digest };
  throw new MusterdError("option-invalid", `"${text}" is not the head of a trail`, {
    hint: "copy `audit` from a line of the log: NUMBER:DIGEST",
  });
};

const withLogged = (
  found: AuditVerification,
  logged: AuditHead | undefined,
  digest: string | undefined,
): AuditVerification => {
  if (found.problem || logged === undefined || digest === logged.digest) return found;
  const code = digest === undefined ? "restored" : "rewritten";
  return { ...found, problem: { code, number: digest === undefined ? found.head.number + 1 : logged.number } };
};

const verificationText = ({ head, problem, restoredAt }: AuditVerification, words: CliWords["audit"]): string =>
  [
    problem ? words.problems[problem.code](problem.number) : words.valid(head.number, auditHeadText(head)),
    ...restoredAt.map(words.restoredAt),
  ].join("\n");

type ExportOptions = ConfigOptions & {
  readonly from?: string;
  readonly to?: string;
  readonly json?: boolean;
  readonly csv?: boolean;
};

/** Prints the entries, oldest first: as a table, as JSON or as CSV. */
export const exportAuditCommand: Command<"audit export", ExportOptions> = (options, environment) => {
  const { from, to, language } = options;
  const between = {
    ...(from !== undefined && { from: instantOf(from, "start") }),
    ...(to !== undefined && { to: instantOf(to, "end") }),
  };
  return withApp(options, environment, async ({ store }) => {
    const words = wordsOf(language).audit;
    const pages = store.audit.pages(between);
    if (options.csv && !options.json) {
      await writeCsv(pages);
      return 0;
    }
    const entries: AuditEntry[] = [];
    for await (const page of pages) entries.push(...page);
    if (options.json) printJson(entries);
    else printTable(words.heads, entries.map(rowOf), words.none);
    return 0;
  });
};

type Pages = ReturnType<App["store"]["audit"]["pages"]>;

const rowOf = ({ number, at, event, by, reason, facts }: AuditEntry): readonly string[] => [
  String(number),
  localTime(Date.parse(at)),
  event,
  actorText(by),
  [...(reason === undefined ? [] : [reason]), ...factsText(facts)].join("; "),
];

const factsText = (facts: AuditEntry["facts"]): readonly string[] =>
  Object.entries(facts).map(([name, value]) => `${name}=${Array.isArray(value) ? value.join(",") : String(value)}`);

const columns = ["number", "at", "event", "by", "name", "reason", "target", "facts", "version", "host", "digest"];

/** The names of columns are the same in every language, because programs read them. */
const writeCsv = async (pages: Pages): Promise<void> => {
  writeReport(`\ufeff${csvLine(columns)}`);
  for await (const page of pages) {
    for (const { number, at, event, by, reason = "", target, facts, version, host, digest } of page) {
      const row = [
        number,
        at,
        event,
        by.kind,
        by.name ?? "",
        reason,
        target,
        JSON.stringify(facts),
        version,
        host,
        digest,
      ];
      writeReport(csvLine(row.map((cell) => visibleText(String(cell)))));
    }
  }
};

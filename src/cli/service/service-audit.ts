/** `musterd service audit`: who did what to the service, from where, when, and with which result. */
import type { AuditEvent, AuditKind, AuditLine } from "../../contract/audit.ts";
import { localTime } from "../../lib/clock.ts";
import { escapedJson } from "../../lib/control-characters.ts";
import { MusterdError } from "../../lib/errors.ts";
import type { Command } from "../open/context.ts";
import { instantOf } from "../terminal/instant-option.ts";
import { print, write } from "../terminal/output.ts";
import { printTable } from "../terminal/print-table.ts";
import { wordsOf } from "../words/words.ts";
import { type ConnectionOptions, withService } from "./service-connection.ts";
import { writeDocument } from "./service-data.ts";

type AuditOptions = ConnectionOptions & {
  readonly kind?: readonly AuditKind[];
  readonly result?: AuditEvent["result"];
  readonly who?: string;
  readonly since?: string;
  readonly until?: string;
  readonly limit: string;
  readonly json?: boolean;
  /** A file for the lines as JSON. */
  readonly out?: string;
};

/** Prints the newest lines that match, oldest first. */
export const auditCommand: Command<"service audit", AuditOptions> = (options, environment) => {
  const query = queryOf(options);
  return withService(options, environment, async (ask) => {
    const lines = (await ask("GET", `/audit?${query.toString()}`)) as readonly AuditLine[];
    const { out, json, quiet, language } = options;
    const words = wordsOf(language);
    const text = escapedJson(`${JSON.stringify(lines, null, 2)}\n`);
    if (out !== undefined) await writeDocument(out, text);
    if (out !== undefined && !quiet) print(words.written(out));
    if (out === undefined && json) write(text);
    if (out !== undefined || json) return 0;
    const rows = lines.map(({ at, kind, result, times, who, from, about }) => [
      localTime(Date.parse(at)),
      kind,
      times === 1 ? words.auditResults[result] : `${words.auditResults[result]} ×${words.number(times)}`,
      who ?? "–",
      from ?? "–",
      about ?? "–",
    ]);
    printTable(words.auditHeads, rows, words.noAudit);
    return 0;
  });
};

const queryOf = ({ kind = [], result, who, since, until, limit }: AuditOptions): URLSearchParams => {
  const query = new URLSearchParams([...kind.map((one) => ["kind", one]), ["limit", numberOf(limit)]]);
  if (result !== undefined) query.set("result", result);
  if (who !== undefined) query.set("who", who);
  if (since !== undefined) query.set("since", instantOf(since, "start"));
  if (until !== undefined) query.set("until", instantOf(until, "end"));
  return query;
};

const numberOf = (text: string): string => {
  if (/^[1-9]\d{0,4}$/.test(text)) return text;
  throw new MusterdError("option-invalid", `${text} is not a number of lines`, { hint: "give 1 to 99999" });
};

/** The questions as a workbook that HR fills in, and the answers in it. */
import { adoptedKinds, type Decision } from "../../model/identity.ts";
import { languages } from "../../model/language.ts";
import type { HeldChange } from "../../model/plan.ts";
import type { Report } from "../../report/entries/report.ts";
import { phrasing } from "../../report/phrasing/phrasing.ts";
import { type Table } from "../../report/tables/tables.ts";
import { workbookOf } from "../../report/tables/xlsx.ts";
import type { OwnVisit } from "../access/visit.ts";
import { wordsOf } from "../words/words.ts";

/** The columns from which answers are read back; the others are for people. */
const places = { kind: 0, source: 1, target: 3, answer: 6 } as const;

const mostRows = 1_000_000;

export const questionSheet = (visit: OwnVisit, open: readonly HeldChange[], report: Report): Uint8Array => {
  const { questions } = visit.words;
  const say = phrasing({ ...report, language: visit.language });
  const table: Table = {
    name: visit.words.pages.questions,
    columns: questions.columns,
    rows: () =>
      open.flatMap((held) =>
        (held.candidates ?? []).map((candidate) => {
          const { kind, key, label } = held;
          return [
            kind,
            key,
            label,
            candidate.key,
            candidate.label,
            `${say.held(held)} ${say.candidate(kind, candidate)}`,
            "",
          ];
        }),
      ),
  };
  return workbookOf([table], mostRows);
};

/** `rows` that are neither empty nor an answer are named by their number. */
export type SheetAnswers = { readonly said: readonly Decision[]; readonly unclear: readonly number[] };

/** The answers, in any language; the first row is the header. Rows without an answer stay open. */
export const answersIn = (rows: readonly (readonly string[])[]): SheetAnswers => {
  const said: Decision[] = [];
  const unclear: number[] = [];
  for (const [at, cells] of rows.entries()) {
    const [kindText, source, target, answer] = [places.kind, places.source, places.target, places.answer].map((place) =>
      (cells[place] ?? "").trim(),
    );
    if (at === 0 || !answer) continue;
    const kind = adoptedKinds.find((one) => one === kindText);
    const same = answerOf(answer);
    if (kind && source && target && same !== undefined) said.push({ kind, source, target, same });
    else unclear.push(at + 1);
  }
  return { said, unclear };
};

const answerOf = (answer: string): boolean | undefined => {
  const given = answer.toLowerCase();
  for (const { questions } of languages.map(wordsOf)) {
    if (given === questions.sheetSame) return true;
    if (given === questions.sheetOther) return false;
  }
  return undefined;
};

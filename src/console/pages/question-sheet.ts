/** The questions as a workbook that HR fills in, and the answers in it. */
import { adoptedKinds, type Decision, pairKey } from "../../model/directory/identity.ts";
import type { HeldChange } from "../../model/plan/plan.ts";
import { languages } from "../../model/words/language.ts";
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

/** Rows by their numbers: those that are neither empty nor an answer, and those that answer the question of an earlier one differently. */
export type SheetAnswers = {
  readonly said: readonly Decision[];
  readonly unclear: readonly number[];
  readonly contradictory: readonly (readonly [earlier: number, row: number])[];
};

/** The answers, in any language; the first row is the header. Rows without an answer stay open. */
export const answersIn = (rows: readonly (readonly string[])[]): SheetAnswers => {
  const answered = new Map<string, { readonly row: number; readonly decision: Decision }>();
  const unclear: number[] = [];
  const contradictory: [number, number][] = [];
  for (const [at, cells] of rows.entries()) {
    const [kindText, source, target, answer] = [places.kind, places.source, places.target, places.answer].map((place) =>
      (cells[place] ?? "").trim(),
    );
    if (at === 0 || !answer) continue;
    const row = at + 1;
    const kind = adoptedKinds.find((one) => one === kindText);
    const same = answerOf(answer);
    if (!kind || !source || !target || same === undefined) {
      unclear.push(row);
      continue;
    }
    const decision = { kind, source, target, same };
    const earlier = answered.get(pairKey(decision));
    if (!earlier) answered.set(pairKey(decision), { row, decision });
    else if (earlier.decision.same !== same) contradictory.push([earlier.row, row]);
  }
  return { said: [...answered.values()].map(({ decision }) => decision), unclear, contradictory };
};

const answerOf = (answer: string): boolean | undefined => {
  const given = answer.toLowerCase();
  for (const { questions } of languages.map(wordsOf)) {
    if (given === questions.sheetSame) return true;
    if (given === questions.sheetOther) return false;
  }
  return undefined;
};

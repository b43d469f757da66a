/** Serves the questions about who is who: single answers, all of one rule, and a workbook for HR. Every answer is checked as `adopt` does. */
import { readRows } from "../../app/read-rows.ts";
import { MusterdError } from "../../lib/errors.ts";
import { adoptedKinds, type Decision } from "../../model/directory/identity.ts";
import { workbookType } from "../../report/tables/xlsx.ts";
import { deciderOf, type OwnVisit } from "../access/visit.ts";
import { answersIn, questionSheet } from "../pages/question-sheet.ts";
import { firstShown, questionsPage, ruleOf, seenForm } from "../pages/questions.ts";
import type { ConsoleParts } from "../parts.ts";
import type { Asked, Server } from "../serve.ts";
import { openHeld, reportWith } from "./newest-plan.ts";

/** Most rows of a sheet that a refusal names. */
const shownRows = 10;

export const serveQuestions = (server: Server, { app }: ConsoleParts): void => {
  const { store, deciding } = app;
  const openNow = async (visit: OwnVisit) => {
    const newest = await store.planHeaders.newest("names");
    const report = newest && reportWith(app, newest.header, visit.language);
    return { open: await openHeld(store, newest?.header), report };
  };
  server.page("/questions", async (visit, { query }) => {
    const now = await openNow(visit);
    const from = firstShown(query("from"), now.open.length);
    return questionsPage(visit, { ...now, from, answered: Number(query("answered") ?? 0) || 0 });
  });
  server.page("/questions.xlsx", async (visit, { reply }) => {
    const { open, report } = await openNow(visit);
    if (!report) return undefined;
    await reply
      .type(workbookType)
      .header("content-disposition", 'attachment; filename="questions.xlsx"')
      .send(Buffer.from(questionSheet(visit, open, report)));
    return undefined;
  });

  /** A form with answers; without any, the page of the questions is shown again. */
  const answers = (
    path: string,
    read: (visit: OwnVisit, asked: Asked) => Promise<readonly Decision[]>,
    more: { readonly takesFile?: true } = {},
  ) =>
    server.form(
      path,
      async (visit, asked) => {
        const said = await read(visit, asked);
        if (said.length === 0) return { to: "/questions" };
        await deciding.adopt(deciderOf(visit), said);
        return { to: answeredAddress(said.length, asked.field("from")) };
      },
      { role: "approver", ...more },
    );
  answers("/questions", async (_visit, { field }) => {
    const kind = adoptedKinds.find((one) => one === field("kind"));
    const [source, target, answer] = [field("source"), field("target"), field("answer")];
    return kind && source && target && answer ? [{ kind, source, target, same: answer === "same" }] : [];
  });
  answers("/questions/rule", async (visit, { field }) => {
    const { open } = await openNow(visit);
    const meant = open.filter((held) => ruleOf(held) === field("rule"));
    if (seenForm(meant) !== field("seen")) throw differs();
    return meant.flatMap(({ kind, key, candidates = [] }) => {
      const adopted = adoptedKinds.find((one) => one === kind);
      return candidates.flatMap(({ key: target }) =>
        adopted ? [{ kind: adopted, source: key, target, same: field("answer") === "same" }] : [],
      );
    });
  });
  answers(
    "/questions/sheet",
    async (_visit, { file }) => {
      const { said, unclear, contradictory } = answersIn(readRows(file("sheet") ?? Buffer.alloc(0)));
      const problems = [
        ...(unclear.length > 0 ? [`rows ${unclear.slice(0, shownRows).join(", ")} have no answer that is known`] : []),
        ...contradictory
          .slice(0, shownRows)
          .map(([earlier, row]) => `rows ${earlier} and ${row} answer the same question differently`),
      ];
      if (problems.length === 0) return said;
      throw new MusterdError("decision-invalid", problems.join("; "), {
        hint: "write same or other, and leave the other columns as they were; nothing was kept",
      });
    },
    { takesFile: true },
  );
};

/** The page says how many answers were kept, and shows the questions that stand where the answered one stood. */
const answeredAddress = (answered: number, from = ""): string =>
  `/questions?answered=${answered}${Number(from) > 0 ? `&from=${Number(from)}` : ""}`;

const differs = (): MusterdError =>
  new MusterdError("decision-invalid", "the questions have changed meanwhile", {
    hint: "look at them again; nothing was kept",
  });

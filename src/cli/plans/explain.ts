/** `musterd explain`: shows for one record what a run would do about it and why, from the cell of the source to the change. */
import { explanationText } from "../../report/text/explanation-text.ts";
import { type Command, type JsonOptions, withApp } from "../open/context.ts";
import { print, printJson } from "../terminal/output.ts";
import { outputWidth } from "../terminal/terminal.ts";
import { reportOfPlan } from "./plan.ts";

/** `word`: an account, employee number, code or name, or `kind/KEY`. */
export const explainCommand: Command<"explain", JsonOptions, [word: string]> = (word, options, environment) =>
  withApp(options, environment, async (app) => {
    const { plan, explanation } = await app.explain(word);
    if (options.json) printJson(explanation);
    else print(explanationText(explanation, reportOfPlan(app, plan), outputWidth()));
    return explanation.result === "nothing" ? 0 : 2;
  });

/**
 * Asks the questions of `init` in a terminal. The data of a file may contain escape sequences, so whatever is shown has its control
 * characters made visible.
 */
import { isCancel, select, text } from "@clack/prompts";
import { visibleLines } from "../../lib/control-characters.ts";
import type { InitWords } from "../words/en/init.ts";
import { missingIn, type Question } from "./draft.ts";

/** The option that leaves a question open; no answer of a question is blank. */
const later = "";
const typed = "\0typed";

/** The answer, "" if somebody leaves the question open, or undefined on Ctrl-C. */
export const askInTerminal = async (question: Question, words: InitWords): Promise<string | undefined> => {
  const { shown, options, suggested, list } = question;
  const chosen = await select({
    output: process.stderr,
    message: visibleLines([question.text, ...shown.map((line) => `  ${line}`), `  (${words.ask.keys})`].join("\n")),
    options: [
      ...(suggested === undefined ? [{ value: later, label: words.ask.later }] : []),
      ...options.map(({ value, label }) => ({ value, label: visibleLines(label) })),
      ...(list ? [{ value: typed, label: words.ask.typed }] : []),
    ],
    ...(suggested !== undefined && { initialValue: suggested }),
    showInstructions: false,
  });
  if (isCancel(chosen)) return undefined;
  return chosen === typed ? typedOrder(options[0]?.value ?? "", list ?? [], words) : chosen;
};

const typedOrder = async (
  initialValue: string,
  list: readonly string[],
  words: InitWords,
): Promise<string | undefined> => {
  const order = await text({
    output: process.stderr,
    message: words.ask.order,
    initialValue,
    validate: (said) => orderProblem(said ?? "", list, words),
  });
  return isCancel(order) ? undefined : order;
};

/** What is wrong with an order `A > B = C` of titles; undefined if each of them is there once. */
export const orderProblem = (said: string, list: readonly string[], words: InitWords): string | undefined => {
  const missing = missingIn(said, list);
  return missing.length > 0 ? words.ask.orderWrong(missing.slice(0, 5).join(words.and)) : undefined;
};

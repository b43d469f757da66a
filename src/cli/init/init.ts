/**
 * `musterd init`: looks at HR's files, asks what they do not say, and writes a configuration with the evidence beside each line. Then it
 * shows what `check` finds, three people as they are read, and the size of the first plan.
 */
import { basename, dirname, resolve } from "node:path";
import { calendarDate, systemClock } from "../../lib/clock.ts";
import { MusterdError } from "../../lib/errors.ts";
import type { Command, CommonOptions, Environment } from "../open/context.ts";
import { print } from "../terminal/output.ts";
import { canAsk } from "../terminal/terminal.ts";
import type { ExitCode } from "../words/en/exit-codes.ts";
import type { InitWords } from "../words/en/init.ts";
import { initWordsOf } from "../words/words.ts";
import { addToConfiguration } from "./add.ts";
import { answersIn } from "./answers.ts";
import { fileOf } from "./companies.ts";
import { configurationText, inline } from "./configuration-text.ts";
import { type Draft, isAnswered, type Question } from "./draft.ts";
import { askInTerminal, orderProblem } from "./prompts.ts";
import { propose } from "./propose.ts";
import { fileLines, findingLines, unreadLines } from "./screens.ts";
import { showResult } from "./show-result.ts";
import { directoryTables } from "./tables/directory-tables.ts";
import { filesNamed, type Opened, openTables } from "./tables/tables.ts";
import { exists, writeNew } from "./write-new.ts";

export type InitOptions = CommonOptions & {
  readonly config: string;
  readonly answers?: string;
  readonly yes?: boolean;
  readonly add?: boolean;
  readonly ldap?: string;
  readonly base?: string;
  readonly bind?: string;
  readonly ca?: string;
  readonly insecure?: boolean;
};

export const initCommand: Command<"init", InitOptions, [names: readonly string[]]> = async (
  names,
  options,
  environment,
) => {
  const { language } = options;
  const words = initWordsOf(language);
  const config = resolve(options.config);
  if (!options.add && exists(config)) throw alreadyThere(config);
  if (options.add && !exists(config)) throw notThere(config);
  const asker = askerOf(options);
  const reading = await readerOf(names, options, environment);
  const proposals = await proposalsOf(reading, options, words, asker);
  if (proposals === "cancelled") {
    print(words.screen.cancelled);
    return 1;
  }
  const isOne = proposals.length === 1;
  if (proposals.every(({ draft, undecided }) => draft.parts.length === 0 && undecided.length === 0)) throw noPeople();
  const files = proposals.map(({ draft }) => (isOne || !draft.company ? config : fileOf(config, draft.company)));
  const taken = files.find((file) => !options.add && exists(file));
  if (taken !== undefined) throw alreadyThere(taken);
  const codes: ExitCode<"init">[] = [];
  for (const [at, { draft, undecided }] of proposals.entries()) {
    const file = files[at] ?? config;
    if (!isOne) print(["", words.screen.company(draft.company?.name ?? "")].join("\n"));
    print([...findingLines(draft), ...unreadLines(draft, words)].join("\n"));
    if (asker === "none" && undecided.length > 0) {
      print([words.screen.open, ...undecided.flatMap((question) => openQuestion(question))].join("\n"));
      return 2;
    }
    if (options.add) print(addToConfiguration(draft, file, words));
    else {
      const text = configurationText(draft, undecided, dirname(file), language, words);
      writeNew(file, text);
      print(words.screen.written(isOne ? options.config : basename(file), text.trimEnd().split("\n").length));
      if (undecided.length > 0) print(words.screen.leftOpen(undecided.length, basename(file)));
    }
    const isReadable = !undecided.some(({ id }) => unreadableWithout.has(id));
    const shown = isReadable ? await showResult({ ...options, config: file }, environment, words) : 2;
    const isLeft = undecided.length > 0 || draft.unreadPeople.length > 0;
    codes.push(shown === 0 && isLeft ? 2 : shown);
  }
  return codes.includes(1) ? 1 : codes.includes(2) ? 2 : 0;
};

/** The questions without whose answers nothing can be read. */
const unreadableWithout: ReadonlySet<string> = new Set(["account", "number", "company", "encoding"]);

/** Who answers: somebody at the terminal, a file, or nobody. `certain`: nothing is asked, and what is open becomes a comment. */
type Asker = "terminal" | "certain" | "none" | { readonly answers: ReadonlyMap<string, string> };

const askerOf = ({ yes, answers }: InitOptions): Asker => {
  if (answers !== undefined) return { answers: answersIn(answers) };
  if (yes) return "certain";
  return canAsk() ? "terminal" : "none";
};

type Proposed = { readonly draft: Draft; readonly undecided: readonly Question[] };

/** Reads files, or a directory; `encoding`: the one that somebody chose. */
type Reading = (encoding: string | undefined) => Promise<Opened>;

const readerOf = async (names: readonly string[], options: InitOptions, environment: Environment): Promise<Reading> => {
  const { ldap: url, base, bind: bindDn, ca, insecure } = options;
  if (url === undefined) {
    const paths = await filesNamed(names.length > 0 ? names : ["."]);
    return (encoding) => openTables(paths, encoding);
  }
  const password = environment["MUSTERD_LDAP_PASSWORD"];
  if (bindDn !== undefined && !password) {
    throw new MusterdError("option-invalid", "the password of the account is not set", {
      hint: "put it into the variable MUSTERD_LDAP_PASSWORD; the configuration names the variable, not the password",
    });
  }
  const access = {
    url,
    ...(bindDn && { bindDn }),
    ...(password && { password }),
    ...(ca && { ca }),
    ...(insecure && { insecure }),
  };
  const tables = await directoryTables(access, base);
  return async () => ({ tables, open: [], skipped: [] });
};

/** One proposal, or one for each company. An answer that was given for one company holds for the others where it is possible. */
const proposalsOf = async (
  read: Reading,
  options: InitOptions,
  words: InitWords,
  asker: Asker,
): Promise<readonly Proposed[] | "cancelled"> => {
  const answers = new Map(typeof asker === "object" ? asker.answers : []);
  const first = await proposal(read, options, words, asker, answers);
  if (first === "cancelled") return first;
  const { companies } = first.draft;
  if (companies.length === 0) return [first];
  if (options.add) throw notEach();
  const proposals: Proposed[] = [];
  for (const company of companies) {
    answers.set("company", company);
    const its = await proposal(read, { ...options, quiet: true }, words, asker, answers);
    if (its === "cancelled") return its;
    proposals.push(its);
  }
  return proposals;
};

/** Asks what the files do not say, and adds the answers to `answers`. */
const proposal = async (
  read: Reading,
  options: InitOptions,
  words: InitWords,
  asker: Asker,
  answers: Map<string, string>,
): Promise<Proposed | "cancelled"> => {
  const today = calendarDate(systemClock.nowMs());
  const make = async () => {
    const opened = await read(answers.get("encoding"));
    return {
      opened,
      draft: propose(opened.tables, opened.open, { words, today, answers, onlyCertain: asker === "certain" }),
    };
  };
  let made = await make();
  if (!options.quiet) print([...fileLines(made.opened, words, options.language), ""].join("\n"));
  const open = new Set<string>();
  for (;;) {
    const next = made.draft.questions.find((question) => !open.has(question.id) && !isAnswered(answers, question));
    if (!next) break;
    const answer = asker === "terminal" ? await askInTerminal(next, words) : "";
    if (answer === undefined) return "cancelled";
    if (answer === "") open.add(next.id);
    else answers.set(next.id, answer);
    if (answer !== "") made = await make();
  }
  refuseWrongAnswers(made.draft.questions, answers, words);
  const undecided = made.draft.questions.filter(
    (question) => !isAnswered(answers, question) && question.suggested === undefined,
  );
  if (typeof asker === "object" && undecided.length > 0) throw unanswered(undecided);
  return { draft: made.draft, undecided };
};

/** Fails with `option-invalid` if an answer of a file is none of the options. */
const refuseWrongAnswers = (
  questions: readonly Question[],
  answers: ReadonlyMap<string, string>,
  words: InitWords,
): void => {
  for (const { id, options, list } of questions) {
    const said = answers.get(id);
    if (said === undefined || options.some(({ value }) => value === said)) continue;
    const problem = list
      ? orderProblem(said, list, words)
      : `"${said}" is none of: ${options.map(({ value }) => value).join(", ")}`;
    if (problem === undefined) continue;
    throw new MusterdError("option-invalid", `the answer to ${id}: ${problem}`, {
      hint: "without --answers and without a terminal, `musterd init` lists the questions with their answers",
    });
  }
};

const unanswered = (questions: readonly Question[]): MusterdError =>
  new MusterdError(
    "option-invalid",
    [
      "these questions have no answer; nothing is written",
      ...questions.flatMap((question) => openQuestion(question)),
    ].join("\n"),
    { hint: "add a line for each of them to the file of answers" },
  );

/** A question as a part of a file of answers: what it asks as comments, and the options. */
const openQuestion = ({ id, text, shown, options }: Question): readonly string[] => [
  `# ${text}`,
  ...shown.map((line) => `#   ${line}`),
  ...options.map(({ value, label }) => `# ${id}: ${inline(value)}   (${label})`),
];

const alreadyThere = (config: string): MusterdError =>
  new MusterdError(
    "option-invalid",
    `there is a configuration already, and it is not overwritten: ${basename(config)}`,
    {
      place: { file: config },
      hint: "`musterd init --add` adds what it lacks; --config names another file",
    },
  );

const noPeople = (): MusterdError =>
  new MusterdError("option-invalid", "no file has people, so nothing is written", {
    hint: "name the file with the people; its header has columns such as an employee number, a name and an account. Save other formats as “Excel workbook (.xlsx)” or “CSV UTF-8”",
  });

const notEach = (): MusterdError =>
  new MusterdError("option-invalid", "a configuration that is there is for one company", {
    hint: "answer `company` with its name, or leave out --add to write a configuration for each",
  });

const notThere = (config: string): MusterdError =>
  new MusterdError("option-invalid", `there is no configuration to add to: ${basename(config)}`, {
    place: { file: config },
    hint: "leave out --add: `musterd init` writes a new one",
  });

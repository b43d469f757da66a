/**
 * Runs the user's own functions: the exports of one TypeScript file, each of which gets the columns that the mapping
 * lists. Their answers are converted and checked like cells. They run in a separate thread, with all calls of a file
 * together, so a function that never returns ends the reading and not the daemon.
 */
import { readFile } from "node:fs/promises";
import { extname } from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { MusterdError } from "../../lib/errors.ts";
import { slicesOf } from "../../lib/slices.ts";
import { utf8Text } from "../../lib/yaml-text.ts";
import type { Cell } from "../feeds/record.ts";
import type { BadCell } from "../values/cell.ts";

/** Columns by name. A blank column is ""; an attribute with several values is a list. */
export type FieldInput = Readonly<Record<string, string | readonly string[]>>;

/** What has been read so far, frozen. Empty unless some function of the file declares this parameter. */
export type FieldContext = {
  /** Table → its valid records, each field → value. References are as the source has them. */
  readonly tables: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;
  /** Table of `source.lookups` → its rows, each column → text. A blank cell is "". */
  readonly lookups: Readonly<Record<string, readonly Readonly<Record<string, string>>[]>>;
};

/**
 * A function of the user's file. It returns a text or a list of texts for the field, undefined if it makes no statement
 * about the field, or null if the field has no value. It is called once for all rows with the same input.
 */
export type FieldFunction = (input: FieldInput, context: FieldContext) => string | readonly string[] | undefined | null;

type Answer = { readonly cell: Cell | undefined | null } | { readonly bad: BadCell };

/** One function of the file. `ask` collects an input. After the next `settle`, `answer` returns the answer for it. */
type AskedFunction = {
  readonly ask: (input: FieldInput) => void;
  /** The cell is undefined (no statement) for an input that was not asked. */
  readonly answer: (input: FieldInput) => Answer;
};

export type MappingFunctions = {
  readonly named: (name: string) => AskedFunction;
  /** Calls the functions. Fails with `source-functions-timeout` or `source-functions-unusable`. */
  readonly settle: (context: () => FieldContext) => Promise<void>;
  readonly close: () => Promise<void>;
};

/** The messages to the thread. It answers each with one `FunctionReply`. */
export type FunctionRequest =
  | { readonly load: string; readonly names: readonly string[] }
  | { readonly context: FieldContext }
  | { readonly call: string; readonly inputs: readonly FieldInput[] };

export type FunctionReply = {
  readonly problem?: string;
  readonly wantsContext?: boolean;
  /** `thrown` and `no text` are failures. */
  readonly answers?: readonly ({ readonly cell: Cell | undefined | null } | "thrown" | "no text")[];
};

/**
 * Loads the file. Fails with `source-functions-unusable` if the file cannot be loaded or lacks a function of `names`.
 * `limitMs`: the longest time for loading the file, and for each 1,000 calls.
 */
export const loadFunctions = async (
  file: string | undefined,
  names: readonly string[],
  limitMs = 10_000,
): Promise<MappingFunctions> => {
  if (names.length === 0) return noFunctions;
  if (file === undefined)
    throw unusable("", `the mapping names the function ${names[0]}, and there is no \`mappingFile\``);
  // What Node imports is decoded without a look at its encoding; a file that cannot be read is its error.
  const text = await readFile(file).then(utf8Text, () => "");
  if (typeof text !== "string") throw unusable(file, text.problem);
  const thread = openThread(file, limitMs);
  try {
    const { problem, wantsContext } = await thread.ask({ load: pathToFileURL(file).href, names }, "loading the file");
    if (problem !== undefined) throw unusable(file, problem);
    return runningFunctions(thread, wantsContext === true);
  } catch (error) {
    await thread.close();
    throw error;
  }
};

const noFunctions: MappingFunctions = {
  named: () => ({ ask: () => undefined, answer: () => ({ cell: undefined }) }),
  settle: async () => undefined,
  close: async () => undefined,
};

/** The greatest number of calls that are sent to the thread in one message. */
const mostCalls = 1_000;

const runningFunctions = ({ ask, close }: Thread, wantsContext: boolean): MappingFunctions => {
  type Calls = { readonly open: Map<string, FieldInput>; readonly answered: Map<string, Answer> };
  const all = new Map<string, Calls>();
  return {
    named: (name) => {
      const calls: Calls = all.get(name) ?? { open: new Map(), answered: new Map() };
      all.set(name, calls);
      return {
        ask: (input) => void calls.open.set(JSON.stringify(input), input),
        answer: (input) => calls.answered.get(JSON.stringify(input)) ?? { cell: undefined },
      };
    },
    settle: async (context) => {
      if (wantsContext) await ask({ context: context() }, "taking the tables");
      for (const [name, { open, answered }] of all) {
        const calls = [...open];
        open.clear();
        for (const some of slicesOf(calls, mostCalls)) {
          const call = { call: name, inputs: some.map(([, input]) => input) };
          const { answers = [] } = await ask(call, `${call.inputs.length} calls of the function ${name}`);
          for (const [at, answer] of answers.entries()) {
            const [key = ""] = some[at] ?? [];
            answered.set(key, typeof answer === "string" ? failures[answer] : answer);
          }
        }
      }
    },
    close,
  };
};

/** The message of a thrown error may contain the input of the function, so it is not repeated. */
const failures = {
  thrown: { bad: { code: "function-failed", reason: "the function of the mapping file has thrown" } },
  "no text": { bad: { code: "function-failed", reason: "the function did not answer with text" } },
} as const;

type Thread = {
  /** `what`: the name of the task, for messages. There must be only one request at a time. */
  readonly ask: (request: FunctionRequest, what: string) => Promise<FunctionReply>;
  readonly close: () => Promise<void>;
};

/** The file of the thread: its extension is that of this file, `.ts` in a checkout and `.js` in the package. */
const threadFile = `./function-thread${extname(import.meta.url)}`;

const openThread = (file: string, limitMs: number): Thread => {
  const worker = new Worker(new URL(threadFile, import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  });
  let hasEnded = false;
  let onReply: ((reply: FunctionReply | "ended") => void) | undefined;
  const end = (): void => {
    hasEnded = true;
    onReply?.("ended");
  };
  worker.on("message", (reply: FunctionReply) => onReply?.(reply));
  worker.on("error", end);
  worker.on("exit", end);
  return {
    ask: (request, what) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(timeout(file, what, limitMs)), limitMs);
        onReply = (reply) => {
          clearTimeout(timer);
          if (reply === "ended") reject(unusable(file, `the thread of the functions has ended (${what})`));
          else resolve(reply);
        };
        if (hasEnded) onReply("ended");
        else worker.postMessage(request, []);
      }),
    close: async () => {
      await worker.terminate();
    },
  };
};

const timeout = (file: string, what: string, limitMs: number): MusterdError =>
  new MusterdError("source-functions-timeout", `${what} took longer than ${limitMs / 1000} s; nothing was read`, {
    place: { file, setting: "source.mappingFile" },
    hint: "look for an endless loop, or for work that belongs outside of the function",
  });

const unusable = (file: string, message: string): MusterdError =>
  new MusterdError("source-functions-unusable", message, {
    place: { file: file || undefined, setting: "source.mappingFile" },
    hint: "export functions as `export const name: FieldFunction = (input) => …`; they are TypeScript without a build",
  });

/** The thread in which the user's mapping functions run. It answers each request with one reply, in order. */
import { parentPort } from "node:worker_threads";
import type { FieldContext, FieldFunction, FieldInput, FunctionReply, FunctionRequest } from "./mapping-functions.ts";

let exported: Record<string, unknown> = {};
let context: FieldContext = { tables: {}, lookups: {} };

const replyTo = async (request: FunctionRequest): Promise<FunctionReply> => {
  if ("load" in request) return load(request.load, request.names);
  if ("context" in request) {
    context = frozen(request.context);
    return {};
  }
  const own = exported[request.call] as FieldFunction;
  return { answers: request.inputs.map((input) => answerOf(own, input)) };
};

/** The tables are copied to the thread only if some function declares a second parameter, because copying takes time. */
const load = async (file: string, names: readonly string[]): Promise<FunctionReply> => {
  try {
    exported = (await import(file)) as Record<string, unknown>;
  } catch (cause) {
    return { problem: `the file cannot be loaded: ${cause instanceof Error ? cause.message : String(cause)}` };
  }
  const missing = names.filter((name) => typeof exported[name] !== "function");
  if (missing.length > 0) return { problem: `the file does not export the function ${missing.join(", ")}` };
  return { wantsContext: names.some((name) => (exported[name] as FieldFunction).length > 1) };
};

const answerOf = (own: FieldFunction, input: FieldInput): NonNullable<FunctionReply["answers"]>[number] => {
  try {
    const cell: unknown = own(input, context);
    if (cell === undefined || cell === null || typeof cell === "string") return { cell };
    return Array.isArray(cell) && cell.every((item) => typeof item === "string") ? { cell: [...cell] } : "no text";
  } catch {
    return "thrown";
  }
};

const frozen = <T>(value: T): T => {
  if (typeof value !== "object" || value === null) return value;
  for (const part of Object.values(value)) frozen(part);
  return Object.freeze(value);
};

parentPort?.on("message", (request: FunctionRequest) => {
  void replyTo(request).then((reply) => parentPort?.postMessage(reply, []));
});

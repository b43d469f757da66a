/**
 * Answers as the service sent them, before anybody has parsed them. Their digest tells whether anything is new; if so, the same answers
 * are read, and nothing is requested twice.
 */
import { createHash } from "node:crypto";
import type { Transport, WireAnswer } from "../../client/transport/transport.ts";
import type { Log } from "../../lib/log.ts";
import { openReadCalls, type ReadCalls, type ReadId } from "./call.ts";

/** `digest`: of all answers; undefined if one of them did not come. */
export type Peeked = { readonly digest: string | undefined; readonly answers: ReadonlyMap<string, WireAnswer> };

const lists = ["V1", "D1", "T1", "J4", "E1"] as const satisfies readonly ReadId[];

type Asked = { readonly operation: ReadId; readonly params: Readonly<Record<string, string>> };

const nameOf = ({ operation, params }: Asked): string => JSON.stringify([operation, params]);

/**
 * Requests each list once, and the members (D9) of the departments `membersOf`. A failure is an answer like others here: the reading that
 * follows judges it, and repeats the call.
 */
export const peek = async (
  transport: Transport,
  { settings: { timeoutMs } }: ReadCalls,
  membersOf: readonly string[],
): Promise<Peeked> => {
  const answers = new Map<string, WireAnswer>();
  const asked: readonly Asked[] = [
    ...lists.map((operation) => ({ operation, params: {} })),
    ...membersOf.map((code) => ({ operation: "D9" as const, params: { code, includeSubDept: "false" } })),
  ];
  await Promise.all(
    asked.map((one) =>
      transport.inTurn(async () => {
        const send = () => transport.send({ ...one, timeoutMs }).catch(() => undefined);
        const answer = await transport.whenFree(() => undefined, send);
        if (answer?.status === 200 && answer.text !== undefined) answers.set(nameOf(one), answer);
      }),
    ),
  );
  if (answers.size < asked.length) return { digest: undefined, answers };
  const all = createHash("sha256");
  for (const one of asked) all.update(`${nameOf(one)}\n${answers.get(nameOf(one))?.text}\n`);
  return { digest: all.digest("hex"), answers };
};

/** The same calls, with answers that have come already; each serves once. */
export const withAnswers = (transport: Transport, calls: ReadCalls, { answers }: Peeked, log: Log): ReadCalls => {
  const left = new Map(answers);
  const answering: Transport = {
    ...transport,
    send: async (wire) => {
      const name = nameOf(wire as Asked);
      const found = left.get(name);
      left.delete(name);
      return found ?? transport.send(wire);
    },
  };
  return { ...openReadCalls(answering, calls.settings, log), shownOfPeople: calls.shownOfPeople };
};

/** Requests to the running daemon. Another program may listen at its address and answer anything, or nothing. */
import { MusterdError } from "../../lib/errors.ts";

type Answer = { readonly status: number; readonly text: string };

export type Ask = (method: string, url: string, accepted?: readonly number[]) => Promise<Answer>;

/** As long as a daemon gives a request to arrive. */
const answerMs = 120_000;

/** Rejects with `daemon-refused` for an answer that is neither good nor accepted, and with `daemon-unreachable`, also if it takes too long. */
export const askerOf =
  (token: string, limitMs = answerMs): Ask =>
  async (method, url, accepted = []) => {
    const answer = await send(method, url, token, limitMs);
    const isGood = answer.status >= 200 && answer.status < 300;
    if (isGood || accepted.includes(answer.status)) return answer;
    throw refused(answer.status, saidIn(answer.text));
  };

/** The value that was asked for; throws `daemon-refused` if the answer has none. */
export const valueIn = ({ status, text }: Answer): object => {
  const value = parsed(text);
  if (value === undefined) throw refused(status);
  return value;
};

const parsed = (text: string): object | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
};

/** What the daemon says of a refusal. */
type Said = { readonly code?: string; readonly message?: string; readonly hint?: string };

const saidIn = (body: string): Said => {
  const { code, message, hint } = (parsed(body) ?? {}) as Record<keyof Said, unknown>;
  const texts = Object.entries({ code, message, hint }).filter(([, value]) => typeof value === "string");
  return Object.fromEntries(texts);
};

/** The error for an answer that is of no use. */
export const refused = (status: number, { code, message, hint }: Said = {}): MusterdError => {
  const why = code && message ? `: ${code}, ${message.slice(0, longestReason)}` : "";
  return new MusterdError("daemon-refused", `the daemon answered ${status}${why}`, { hint: hint ?? hintFor(status) });
};

const longestReason = 300;

const hintFor = (status: number): string => {
  if (status === 401) return "compare daemon.token of this command and of the daemon";
  if (status === 403) return "start the daemon anew, so that it has the token, and give the token the role operator";
  if (status === 429) return "ask again in half a minute";
  if (status >= 500) return "look at `musterd status` and at the log of the daemon";
  return "another program, or a daemon of another version, may listen there: look at daemon.host and daemon.port";
};

const send = async (method: string, url: string, token: string, limitMs: number): Promise<Answer> => {
  const signal = AbortSignal.timeout(limitMs);
  try {
    const headers = { Authorization: `Bearer ${token}` };
    const answer = await fetch(url, { method, redirect: "manual", headers, signal });
    return { status: answer.status, text: await answer.text() };
  } catch (cause) {
    const within = signal.aborted ? ` within ${limitMs / 1_000} s` : "";
    throw new MusterdError("daemon-unreachable", `no daemon answers at ${new URL(url).origin}${within}`, {
      place: { setting: "daemon.port" },
      hint: signal.aborted
        ? "look at the log of the daemon; start it anew if it hangs"
        : "start it with `musterd daemon`, or name its address in daemon.host and daemon.port",
      cause,
    });
  }
};

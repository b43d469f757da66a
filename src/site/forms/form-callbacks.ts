/** Verifies the callbacks of forms with the service's public keys, which are read when they are first needed and when none fits. */
import { type CallbackKeys, verifyCallback } from "../../client/client.ts";
import { MusterdError } from "../../lib/errors.ts";
import type { TargetSettings } from "../settings/settings.ts";

type VerifiedCallback = { readonly trace: string; readonly customData: string };

/** Rejects with `callback-refused`, or with `target-unavailable` if the keys cannot be read. */
type Verify = (
  headers: Readonly<Record<string, string | string[] | undefined>>,
  body: Uint8Array,
) => Promise<VerifiedCallback>;

/** Forged callbacks must not make musterd ask the service again and again. */
const askedEveryMs = 60_000;

const timeoutMs = 10_000;

export const openCallbacks = (connect: () => Promise<Pick<TargetSettings, "url">>): Verify => {
  let keys: CallbackKeys | undefined;
  let askedMs = Number.NEGATIVE_INFINITY;
  const renew = async (): Promise<CallbackKeys> => {
    askedMs = performance.now();
    keys = await readKeys((await connect()).url);
    return keys;
  };
  return async (headers, body) => {
    const verified = (by: CallbackKeys): VerifiedCallback => {
      const { TraceId: trace, CustomData } = verifyCallback(headers, body, by);
      return { trace, customData: CustomData ?? "" };
    };
    try {
      return verified(keys ?? { keys: [] });
    } catch (refused) {
      if (performance.now() - askedMs < askedEveryMs) throw refused;
      return verified(await renew());
    }
  };
};

const readKeys = async (url: string): Promise<CallbackKeys> => {
  const failed = (why: string, cause?: unknown): MusterdError =>
    new MusterdError("target-unavailable", `the service's keys for callbacks cannot be read (${why})`, {
      hint: "musterd asks for the form's state itself until the keys can be read",
      cause,
    });
  try {
    const answer = await fetch(`${url.replace(/\/+$/, "")}/openapi/callback-keys`, {
      signal: AbortSignal.timeout(timeoutMs),
      redirect: "error",
    });
    if (!answer.ok) throw failed(`status ${answer.status}`);
    const said = JSON.parse(await shortText(answer)) as Partial<CallbackKeys> | null;
    if (!Array.isArray(said?.keys)) throw failed("no list of keys");
    return { keys: said.keys };
  } catch (cause) {
    throw cause instanceof MusterdError ? cause : failed((cause as Error).name, cause);
  }
};

/** Many keys, as text, have some ten thousand characters. */
const mostBytes = 256 * 1024;

/** The text of an answer that is no longer than the keys can be. */
const shortText = async ({ body }: Response): Promise<string> => {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body ?? []) {
    bytes += part.length;
    if (bytes > mostBytes) throw new RangeError("too long");
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
};

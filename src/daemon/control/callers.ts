/**
 * Who calls the control interface: a program with a token. The answer to a wrong token waits, and nothing is remembered of its sender;
 * wrong tokens and requests that a role does not permit are in the log and in the audit trail, once a minute with their number.
 */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../../app/app.ts";
import { atMostEvery } from "../../lib/http/at-most-every.ts";
import { createSlowing, isSameSecret } from "../../lib/http/http-caution.ts";
import type { Role } from "../../model/role.ts";
import type { Actor } from "../../model/runs/actor.ts";
import type { AuditEvent } from "../../model/runs/audit.ts";
import { mayRequest, type RequestName } from "./requests.ts";

export type Caller = {
  readonly actor: Actor;
  readonly roles: readonly Role[];
  /** Whether the same request would still be answered; for answers that go on while tokens are revoked. */
  readonly mayStill: () => Promise<boolean>;
};

type Known = Omit<Caller, "mayStill">;

/** For how long the answer to a wrong token waits, and how often refusals are recorded. */
const wrongTokenWaitMs = 1_000;
const recordedEveryMs = 60_000;

const configured: Known = { actor: { kind: "token", name: "daemon.token" }, roles: ["operator"] };

/** Returns the caller; undefined when the request has been answered, because it is refused. */
export type FindCaller = (
  request: FastifyRequest,
  reply: FastifyReply,
  name: RequestName,
) => Promise<Caller | undefined>;

export const createCallers = ({ config, store, log }: App, onWrongToken: () => void): FindCaller => {
  const slow = createSlowing(wrongTokenWaitMs);
  const record = (event: AuditEvent, message: string) =>
    atMostEvery(recordedEveryMs, (times, from: string, by: Actor) => {
      log.warn({ from, times }, message);
      store.audit.append({ event, by, facts: { times } }).catch((error: unknown) => {
        log.warn({ error: String(error) }, "a refusal could not be recorded");
      });
    });
  const noteWrong = record("token-refused", "a caller of the control interface sent no token or a wrong one");
  const noteForbidden = record("request-refused", "a caller of the control interface has no role for its request");

  const callerOf = async (header = ""): Promise<Known | undefined> => {
    const [, secret] = /^Bearer (\S+)$/.exec(header) ?? [];
    if (secret === undefined) return undefined;
    if (config.daemon.token !== undefined && isSameSecret(secret, config.daemon.token)) return configured;
    const token = await store.tokens.use(secret);
    return token && { actor: { kind: "token", name: token.name }, roles: token.roles };
  };

  return async (request, reply, name) => {
    const refuse = async (status: number, code: string, message: string): Promise<undefined> => {
      await reply.code(status).send({ code, message });
    };
    const find = () => callerOf(request.headers.authorization);
    const may = (found: Known | undefined) => found !== undefined && mayRequest(found.roles, name);
    const caller = await find();
    if (caller && may(caller)) return { ...caller, mayStill: async () => may(await find()) };
    if (caller) {
      noteForbidden(request.ip, caller.actor);
      return refuse(403, "role-missing", `this token has no role for ${name}`);
    }
    if (config.daemon.token === undefined && (await store.tokens.list()).length === 0)
      return refuse(403, "no-token-configured", "set daemon.token or add a token to use the control interface");
    noteWrong(request.ip, { kind: "request" });
    onWrongToken();
    if (!(await slow())) reply.header("Connection", "close");
    return refuse(401, "unauthorised", "the bearer token is missing or wrong");
  };
};

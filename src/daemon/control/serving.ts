/** How requests of the control interface are served: the caller with a role, the checked body, errors as `{code, message}`. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { ErrorCode } from "../../lib/error-codes.ts";
import { asMusterdError, errorJson, MusterdError } from "../../lib/errors.ts";
import type { Caller, FindCaller } from "./callers.ts";
import type { RequestName } from "./requests.ts";

/** A request that has passed; `params` has what the path has. */
export type Asked = FastifyRequest<{ Params: { id: string; name: string } }>;
export type Answer = (request: Asked, reply: FastifyReply, caller: Caller) => Promise<unknown>;

/** Serves a request below /v1, and with `earlier` also at its address of earlier versions, which had no prefix. */
export type Serve = (name: RequestName, answer: Answer, earlier?: Answer) => void;

const bodyLimit = 64 * 1024;

export const createServe =
  (server: FastifyInstance, findCaller: FindCaller): Serve =>
  (name, answer, earlier) => {
    const [method = "", path = ""] = name.split(" ");
    const handled = (own: Answer) => async (request: FastifyRequest, reply: FastifyReply) => {
      const caller = await findCaller(request, reply, name);
      if (!caller) return reply;
      try {
        return await own(request as Asked, reply, caller);
      } catch (thrown) {
        if (thrown instanceof InvalidRequest)
          return reply.code(400).send({ code: thrown.code, message: thrown.message });
        const error = asMusterdError(thrown);
        const status = statusOf(error);
        if (status === 429) reply.header("Retry-After", "30");
        return reply.code(status).send(errorJson(error));
      }
    };
    server.route({ method, url: `/v1${path}`, handler: handled(answer), bodyLimit });
    if (earlier) server.route({ method, url: path, handler: handled(earlier) });
  };

class InvalidRequest extends Error {
  readonly code: "body-invalid" | "query-invalid";
  constructor(code: InvalidRequest["code"], message: string) {
    super(message);
    this.code = code;
  }
}

/** The checked body; an empty one is `{}`. The request is answered with 400 if it is another. */
export const bodyOf = <Form extends z.ZodType>({ body }: Asked, form: Form): z.output<Form> =>
  checked(form, body ?? {}, "body-invalid");

export const queryOf = <Form extends z.ZodType>({ query }: Asked, form: Form): z.output<Form> =>
  checked(form, query, "query-invalid");

const checked = <Form extends z.ZodType>(form: Form, given: unknown, code: InvalidRequest["code"]): z.output<Form> => {
  const read = form.safeParse(given);
  if (read.success) return read.data;
  throw new InvalidRequest(code, z.prettifyError(read.error));
};

const statuses: Readonly<Partial<Record<ErrorCode, number>>> = {
  "role-missing": 403,
  "four-eyes": 403,
  "run-unknown": 404,
  "subject-unknown": 404,
  "subject-ambiguous": 409,
  "plan-stale": 409,
  "plan-rejected": 409,
  "release-used": 409,
  "nothing-to-decide": 409,
  "key-used-otherwise": 409,
  "too-many-requests": 429,
  "release-incomplete": 400,
  "decision-invalid": 400,
  "option-invalid": 400,
};

/** What is not the caller's: another part does not work now. */
const statusOf = ({ code }: MusterdError): number => statuses[code] ?? (code === "internal" ? 500 : 503);

export const runUnknown = (): MusterdError =>
  new MusterdError("run-unknown", "there is no such run", { hint: "list the runs: GET /v1/runs" });

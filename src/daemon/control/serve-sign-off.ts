/**
 * The callback of the form about a blocked plan. It needs no token: only what the service has signed counts, and all that it brings
 * about is that the form is looked at now.
 */
import type { FastifyInstance } from "fastify";
import type { SignOff } from "../../app/sign-off.ts";
import { asMusterdError, errorJson } from "../../lib/errors.ts";
import { atMostEvery } from "../../lib/http/at-most-every.ts";
import type { Log } from "../../lib/log.ts";

/** A callback has a few hundred bytes. */
const bodyLimit = 16 * 1024;

const recordedEveryMs = 60_000;

export const serveSignOff = async (server: FastifyInstance, signOff: SignOff, log: Log): Promise<void> => {
  const note = atMostEvery(recordedEveryMs, (times, code: string) => {
    log.warn({ code, times }, "a callback of a form was not accepted");
  });
  await server.register(async (inner) => {
    inner.removeAllContentTypeParsers();
    // The signature is about the bytes as they came.
    inner.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    inner.post<{ Body: Buffer }>("/sign-off", { bodyLimit }, async ({ headers, body }, reply) => {
      try {
        await signOff.callback(headers, body);
        return reply.code(204).send();
      } catch (thrown) {
        const error = asMusterdError(thrown);
        note(error.code);
        return reply.code(error.code === "callback-refused" ? 401 : 503).send(errorJson(error));
      }
    });
  });
};

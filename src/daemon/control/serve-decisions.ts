/** What people decide, over HTTP: about plans that wait, about records that may be the same, and about a pause. */
import type { App } from "../../app/app.ts";
import { MusterdError } from "../../lib/errors.ts";
import { answersBody, decisionBody, pauseBody } from "./request-forms.ts";
import { bodyOf, type Serve } from "./serving.ts";

export const serveDecisions = (serve: Serve, { app, wake }: { readonly app: App; readonly wake: () => void }): void => {
  const { store, deciding } = app;
  serve("POST /runs/:id/release", async (request, reply, { actor, roles }) => {
    const released = await deciding.release({
      ...bodyOf(request, decisionBody),
      by: { actor, roles },
      run: request.params.id,
    });
    wake();
    return reply.code(202).send(released);
  });
  serve("POST /runs/:id/reject", async (request, _reply, { actor, roles }) =>
    deciding.reject({ ...bodyOf(request, decisionBody), by: { actor, roles }, run: request.params.id }),
  );
  serve("GET /proposals", async () => openProposals(app));
  serve("POST /proposals", async (request, _reply, { actor, roles }) => {
    const { decisions } = bodyOf(request, answersBody);
    await deciding.adopt({ actor, roles }, decisions);
    return { kept: decisions.length };
  });
  serve("POST /pause", async (request, _reply, { actor }) => {
    const { until, reason } = bodyOf(request, pauseBody);
    if (Date.parse(until) <= Date.now()) {
      throw new MusterdError("option-invalid", "the end of the pause has passed", { hint: "name a later moment" });
    }
    const pause = { until, by: actor, reason };
    await store.pauses.begin(pause);
    return pause;
  });
  serve("POST /resume", async (_request, _reply, { actor }) => {
    const ended = await store.pauses.end(actor);
    wake();
    return { status: ended ? "resumed" : "not-paused" };
  });
};

/** What only a person can decide, of the newest plan of the whole source. */
const openProposals = async ({ store }: App): Promise<object> => {
  const plan = (await store.planHeaders.newest())?.header;
  const held = plan?.held.filter(({ candidates }) => candidates !== undefined) ?? [];
  const open = await store.decisions.undecided(held);
  return {
    proposals: plan?.proposals ?? [],
    questions: open.map(({ kind, key, label, reason, candidates }) => ({
      kind,
      source: key,
      label,
      reason,
      candidates,
    })),
  };
};

/**
 * The sandbox: addresses outside the published interface, at which tests and people see and arrange the state of the service.
 * All but `health` need the admin key. This file has `health`, `audit`, `calls`, `refreshes`, `quirks`, `clock` and `faults`;
 * features add the other addresses.
 */
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { AuditFilter } from "../../../contract/audit.ts";
import { instant } from "../../../contract/records/texts.ts";
import { isoInstant } from "../../../lib/clock.ts";
import { refreshesOf } from "../company/refreshes.ts";
import { Fault } from "../faults.ts";
import { Quirks } from "../quirks/quirks.ts";
import type { ServiceParts } from "./api.ts";
import { readDocument } from "./read-document.ts";

const Since = z.object({ since: z.coerce.number().int().min(0).default(0) });

/** Body of `PUT /sandbox/clock`: a date-time with an offset. */
const Now = z.strictObject({ now: instant });

export const registerSandbox = (app: FastifyInstance, service: ServiceParts): void => {
  const { file, calls, trail, faults, clock } = service;
  const { company } = file;
  const admin = { onRequest: service.admin };

  app.get("/sandbox/health", () => ({ status: "ok" }));

  app.get("/sandbox/audit", admin, ({ query }) => trail.find(readDocument(AuditFilter, query)));

  app.get("/sandbox/calls", admin, async ({ query }, reply) => {
    const { calls: shown, missing } = await calls.since(readDocument(Since, query).since);
    return reply.header("missing-calls", missing).send(shown);
  });
  app.delete("/sandbox/calls", admin, () => calls.clear());

  app.get("/sandbox/refreshes", admin, () => file.read(() => refreshesOf(company)));

  app.get("/sandbox/quirks", admin, () => company.quirks);
  app.put("/sandbox/quirks", admin, ({ body }) => {
    const quirks = readDocument(Quirks, body);
    return file.read(() => {
      company.quirks = quirks;
      return quirks;
    });
  });

  const showClock = () => ({ now: isoInstant(clock.nowMs()), isSet: clock.isSet() });
  app.get("/sandbox/clock", admin, showClock);
  const setClock = async (nowMs?: number) => {
    clock.set(nowMs);
    await service.afterClock();
    return showClock();
  };
  app.put("/sandbox/clock", admin, ({ body }) => setClock(Date.parse(readDocument(Now, body).now)));
  app.delete("/sandbox/clock", admin, () => setClock());

  app.post("/sandbox/faults", admin, async ({ body }) => faults.add(readDocument(Fault, body)));
  app.delete("/sandbox/faults", admin, async () => faults.clear());
};

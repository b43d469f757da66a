/**
 * The inbox of notices over HTTP, outside the published interface: users read their own inbox under `/console`, and the sandbox
 * returns the inbox of any user.
 */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { createUserCheck } from "../access/authenticate.ts";
import type { ServiceParts } from "../kernel/api.ts";
import { readDocument } from "../kernel/read-document.ts";
import { refuse } from "../kernel/refusal.ts";
import { callingPerson, findNamed } from "../organisation/lookup.ts";
import { markRead, readInbox } from "./notices.ts";
import type { Company } from "./tables.ts";

/** Pages count from 0 and have at most 1,000 items, as everywhere in the interface (R77). */
const Page = z.object({
  page: z.coerce.number().int().min(0).default(0),
  size: z.coerce.number().int().min(1).max(1_000).default(20),
});

/**
 * `GET /console/inbox?page=&size=` and `POST /console/inbox/{id}/read`, with a token for the user's profile: the consent page
 * names notices under the same scope.
 */
export const registerConsoleInbox = (app: FastifyInstance, { file }: ServiceParts<Company>): void => {
  const { company } = file;
  const onRequest = createUserCheck(company)("P-Profile");
  const readerOf = ({ caller }: FastifyRequest): number =>
    callingPerson(company, caller ?? refuse("OPA-TOKEN-INVALID")).id;

  app.get("/console/inbox", { onRequest }, (request) =>
    file.read(() => {
      const { page, size } = readDocument(Page, request.query);
      return readInbox(company, readerOf(request), page, size);
    }),
  );
  app.post<{ Params: { id: string } }>("/console/inbox/:id/read", { onRequest }, (request) =>
    file.write(() => markRead(company, readerOf(request), request.params.id)),
  );
};

/** `GET /sandbox/inbox/{account}?page=&size=`. */
export const registerInboxSandbox = (app: FastifyInstance, { file, admin }: ServiceParts<Company>): void => {
  app.get<{ Params: { account: string } }>("/sandbox/inbox/:account", { onRequest: admin }, ({ params, query }) =>
    file.read(() => {
      const { page, size } = readDocument(Page, query);
      return readInbox(file.company, findNamed(file.company, params.account, "account", 404).id, page, size);
    }),
  );
};

/** N1, which sends a notice to one person's inbox, and the inbox, which is outside the published interface (R70). */
import { randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { isoInstant } from "../../lib/clock.ts";
import { createUserCheck } from "../access/authenticate.ts";
import { stored } from "../kernel/company/table.ts";
import type { ServiceParts } from "../kernel/http/api.ts";
import type { Handlers } from "../kernel/http/feature.ts";
import { readDocument } from "../kernel/http/read-document.ts";
import { pageOfRows } from "../kernel/paging.ts";
import { refuse } from "../kernel/refusal.ts";
import { callingPerson, findEmployee, findNamed } from "../organisation/lookup.ts";
import type { Company, NoticeRow } from "./tables.ts";

export const showNotice = ({ uuid, title, message, at, read }: NoticeRow) => ({ id: uuid, title, message, at, read });

/** Pages count from 0 and have at most 1,000 items, as everywhere in the interface (R77). */
const Page = z.object({
  page: z.coerce.number().int().min(0).default(0),
  size: z.coerce.number().int().min(1).max(1_000).default(20),
});

/** Newest notice first. `unread` is the number of unread notices in the whole inbox, not only on the page of the query. */
const readInbox = (company: Company, personId: number, query: unknown) => {
  const rows = company.notices.by("person", personId);
  const { pageInfo, items } = pageOfRows(rows, readDocument(Page, query), [(a, b) => b.id - a.id]);
  return { pageInfo, unread: rows.filter(({ read }) => !read).length, items: items.map(showNotice) };
};

/** Marks a notice as read. Refuses with 404 a notice that is not in this person's inbox. */
const markRead = (company: Company, personId: number, uuid: string) => {
  const notice = company.notices.by("uuid", uuid.toLowerCase())[0];
  if (notice?.personId !== personId) return refuse("OPA-NOTICE-UNKNOWN", "id");
  return showNotice(notice.read ? notice : stored(company.notices, { ...notice, read: true }));
};

export const noticeRules: Handlers<"N1", Company> = {
  N1: (company, { body }) => {
    const personId = findEmployee(company, body.to, "to").id;
    const sent = { title: body.title, message: body.message, at: isoInstant(company.clock.nowMs()), read: false };
    company.notices.put({ id: company.newId(), uuid: randomUUID(), personId, ...sent });
  },
};

/**
 * `GET /console/inbox?page=&size=` and `POST /console/inbox/{id}/read`, with a token for the user's profile: the consent page
 * names notices under the same scope. `GET /sandbox/inbox/{account}?page=&size=`, with the admin key.
 */
export const registerInbox = (app: FastifyInstance, { file, admin }: ServiceParts<Company>): void => {
  const { company } = file;
  const onRequest = createUserCheck(company)("P-Profile");
  const readerOf = ({ caller }: FastifyRequest): number =>
    callingPerson(company, caller ?? refuse("OPA-TOKEN-INVALID")).id;

  app.get("/console/inbox", { onRequest }, (request) =>
    file.read(() => readInbox(company, readerOf(request), request.query)),
  );
  app.post<{ Params: { id: string } }>("/console/inbox/:id/read", { onRequest }, (request) =>
    file.write(() => markRead(company, readerOf(request), request.params.id)),
  );
  app.get<{ Params: { account: string } }>("/sandbox/inbox/:account", { onRequest: admin }, ({ params, query }) =>
    file.read(() => readInbox(company, findNamed(company, params.account, "account", 404).id, query)),
  );
};

/** N1, which sends a notice to one person's inbox, and the inbox itself, newest notice first (R70). */
import { randomUUID } from "node:crypto";
import type { PageInfo } from "../../contract/shared-records.ts";
import { isoInstant } from "../../lib/clock.ts";
import type { Handlers } from "../kernel/feature.ts";
import { pageOfRows } from "../kernel/paging.ts";
import { refuse } from "../kernel/refusal.ts";
import { findEmployee } from "../organisation/lookup.ts";
import type { Company, NoticeRow } from "./tables.ts";

export type Notice = Pick<NoticeRow, "title" | "message" | "at" | "read"> & { readonly id: string };

/** `unread` is the number of unread notices in the whole inbox, not only on this page. */
export type Inbox = { readonly pageInfo: PageInfo; readonly unread: number; readonly items: readonly Notice[] };

const showNotice = ({ uuid, title, message, at, read }: NoticeRow): Notice => ({ id: uuid, title, message, at, read });

/** `page` counts from 0. */
export const readInbox = (company: Company, personId: number, page: number, size: number): Inbox => {
  const rows = company.notices.by("person", personId);
  const { pageInfo, items } = pageOfRows(rows, { page, size }, [(a, b) => b.id - a.id]);
  return { pageInfo, unread: rows.filter(({ read }) => !read).length, items: items.map(showNotice) };
};

/** Marks a notice as read. Refuses with 404 a notice that is not in this person's inbox. */
export const markRead = (company: Company, personId: number, uuid: string): Notice => {
  const notice = company.notices.by("uuid", uuid.toLowerCase())[0];
  if (notice?.personId !== personId) return refuse("OPA-NOTICE-UNKNOWN", "id");
  const read = { ...notice, read: true };
  if (!notice.read) company.notices.put(read);
  return showNotice(read);
};

export const noticeRules: Handlers<"N1", Company> = {
  N1: (company, { body }) => {
    const { id: personId } = findEmployee(company, body.to, "to");
    const at = isoInstant(company.clock.nowMs());
    const { title, message } = body;
    company.notices.put({ id: company.newId(), uuid: randomUUID(), personId, title, message, at, read: false });
  },
};

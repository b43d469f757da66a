/** Loads and dumps punches and notices as sections of the company document; surveys have a file of their own. */
import { randomUUID } from "node:crypto";
import type { NoticesSection, PunchesSection } from "../../contract/sections/everyday.ts";
import { isoInstant } from "../../lib/clock.ts";
import { readInstant, readRange } from "../kernel/instant.ts";
import { refuse } from "../kernel/refusal.ts";
import { findNamed, nameById, nameOf } from "../organisation/lookup.ts";
import { showNotice } from "./notices.ts";
import { punchesOf, storePunches } from "./punch-months.ts";
import type { Company } from "./tables.ts";

export const loadPunches = (company: Company, section: PunchesSection): void => {
  company.punchMonths.clear();
  const punches = section.map(({ account, punchDate, punchType, location = null, remark = null }, place) => ({
    personId: findNamed(company, account, `punches.${place}.account`).id,
    at: Date.parse(readInstant(punchDate, `punches.${place}.punchDate`)),
    punchType,
    location,
    remark,
  }));
  for (const [personId, own] of Map.groupBy(punches, (punch) => punch.personId)) storePunches(company, personId, own);
};

export const dumpPunches = (company: Company): PunchesSection =>
  company.employees.all().flatMap((person) =>
    punchesOf(company, person.id, readRange(null)).map(({ at, ...punch }) => ({
      account: nameOf(person),
      punchDate: isoInstant(at),
      ...punch,
    })),
  );

export const loadNotices = (company: Company, section: NoticesSection): void => {
  company.notices.clear();
  for (const [place, { id, account, title, message, at, read }] of section.entries()) {
    const personId = findNamed(company, account, `notices.${place}.account`).id;
    const uuid = id?.toLowerCase() ?? randomUUID();
    if (company.notices.by("uuid", uuid).length > 0) refuse("OPA-ID-TAKEN", `notices.${place}.id`);
    const sentAt = readInstant(at, `notices.${place}.at`);
    company.notices.put({ id: company.newId(), uuid, personId, title, message, at: sentAt, read });
  }
};

/** Leaves out notices of deleted people. */
export const dumpNotices = (company: Company): NoticesSection =>
  company.notices.all().flatMap((row) => {
    const account = nameById(company, row.personId);
    return account === null ? [] : { account, ...showNotice(row) };
  });

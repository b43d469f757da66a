/**
 * Whether people are active, on a site that shows it of nobody: as E7 wrote it last, or as the policy left them; whoever musterd has never
 * disabled counts as active, as E12 creates people (R54). So a leaver is disabled once, and nobody is enabled for nothing.
 */

import type { TargetLists } from "../../model/directory/snapshot.ts";
import {
  disabledFor,
  employeeSubject,
  isStale,
  ledgerKey,
  type Memory,
  writtenStatus,
} from "../../model/memory/memory.ts";
import type { LedgerEntry } from "../../model/plan/plan.ts";

/** The reading with the status of everybody, where the site shows it of nobody. */
export const withWrittenStatus = <Lists extends TargetLists>(target: Lists, memory: Memory): Lists =>
  target.statusUnknown
    ? {
        ...target,
        employees: target.employees.map((person) => ({ ...person, active: isActive(memory, person.account) })),
      }
    : target;

/** Where the service may be older than the memory, the last write counts as lost. A cause that is still in doubt may be one of a write that failed. */
const isActive = (memory: Memory, account: string): boolean => {
  const [written, cause] = [writtenStatus, disabledFor].map((field) =>
    memory.written.get(ledgerKey(employeeSubject(account), field)),
  );
  const stated = written ?? (cause && "inactive");
  return typeof stated !== "string" || (stated === "active") !== isStale(memory, account);
};

/** The memory behind such a reading, without the causes, which an undo does not know. */
export const writtenStatuses = ({ statusUnknown, employees }: TargetLists): readonly (readonly [string, string])[] =>
  statusUnknown
    ? employees.flatMap(({ account, active }) =>
        active === false ? [[ledgerKey(employeeSubject(account), writtenStatus), "inactive"] as const] : [],
      )
    : [];

/** What to remember of a status that is written: a site may show it of nobody, or whoever is inactive nowhere (R51). */
export const statusRemembered = (account: string, active: boolean): LedgerEntry => ({
  subject: employeeSubject(account),
  field: writtenStatus,
  value: active ? "active" : "inactive",
});

/** Has musterd disabled the account, as far as it remembers? */
export const wasDisabled = ({ written }: Pick<Memory, "written">, account: string): boolean =>
  written.get(ledgerKey(employeeSubject(account), writtenStatus)) === "inactive";

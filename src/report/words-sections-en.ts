/** English words of notices, of the calendar and of the proposals of a report. */
import type { CalendarWords, NoticeWords, ProposalWords } from "./words-sections.ts";

export const englishCalendar: CalendarWords = {
  heading: "Due in the next 14 days",
  columns: ["Date", "What happens", "Person", "Department"],
  events: {
    created: "is created",
    active: "becomes active",
    "last-day": "last working day",
    disabled: "is disabled",
    "leave-begins": "leave begins: is disabled",
    "leave-ends": "leave is over: becomes active",
    missing: "is disabled if still missing from the source",
  },
};

export const englishProposals: ProposalWords = {
  heading: "Proposals",
  hint: "Nothing is decided without you. A line goes under `identity.adopt` in the configuration; `musterd adopt` asks about what is held.",
  said: {
    recode: (from, to) => `${from} may have a new code: ${to}`,
    merge: (from, to) => `${from} may have been merged into ${to}`,
    split: (from, to) => `${from} may have been split into ${to}`,
    "re-key": (from, to) => `${from} may have another number or account in HR: ${to}`,
    "given-again": (from, to) => `HR may have given the employee number or account of ${from} to somebody else: ${to}`,
    twin: (from, to) => `${from} may be the same person as ${to} in HR`,
    "same-source": (from, to) => `HR may have one person twice: ${from} and ${to}`,
  },
  people: (people, of) => `same people: ${people} of ${of}`,
  meanwhile: {
    held: "held until this is decided",
    closed: "the plan moves the people and closes the old departments",
    open: "the plan moves the people; a department that HR does not close stays open",
    created: "the plan creates a second account",
  },
};

export const englishNotices: NoticeWords = {
  "decision-without-object": "decided to be this, but one of the two is not there; check the spelling",
  unmanaged: "only in the service; musterd does not touch it",
  "employee-without-post": "has no post in any department",
  "department-without-manager": "has no manager",
  "inactive-not-created": "not active in the source and not in the service, so it is not created",
  "not-yet-created": "starts later than the policy creates people, so it is not created yet",
  "active-before-hire-date": "active in the service, although the hire date is still ahead; left as it is",
  "hire-date-moved": "was created for another hire date than HR has now; stays disabled until the present one",
  "hire-date-cleared":
    "was created before the hire date, which HR has cleared since; stays disabled until HR states a date",
  "rescinded-hire":
    "was created before the hire date, and HR does not want the person any more (no row, inactive, or an end before the start); does not become active unless HR changes that",
  "rescinded-in-charge":
    "will probably never start, but manages a department or approves forms in the service; name somebody else in HR",
  "target-older-than-memory":
    "the service is older than musterd's memory (put back from a backup, or moved): of the last changes so many are undone; what cannot be read is written again",
  "changed-by-others": "not as the last run left it: somebody, or another program, has changed it in the service",
  "only-disabled": "created by that run; what was created can only be disabled",
  "title-rank-to-review": "new title: please check its rank, because signing rules use it",
};

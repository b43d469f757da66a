/** English words of the calendar, the proposals and the block of a report. */
import type { BlockWords, CalendarWords, ProposalWords } from "../section-words.ts";

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
    "next-row": "another row of the source begins to count",
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

export const englishBlock: BlockWords = {
  lookAtService:
    "Do nothing yet: nothing has been written. Look whether the address, the company and the key are right, and whether the service shows people later",
  lookAtClock:
    "Do nothing yet: nothing has been written. Set the clock that is wrong, this machine's or the service's, and run again",
  askHr: "Do nothing yet: nothing has been written. Ask HR whether this is meant",
  thenApprove: "If it is, approve exactly this plan with this command",
  raiseCap: "Only if it is ordinary here, raise the limit in `guard.caps`",
  lastTime: "Last time",
  recordsOfHr: "Records in HR's data",
};

/** Why something changes, and why a change is held, in English. */
import type { Words } from "../words.ts";

export const reasons: Words["reasons"] = {
  "missing-in-target": "not in the service yet",
  differs: "the source has another value",
  "listed-rename": "listed as a rename in the configuration",
  "same-id": "the source knows it by the same id under a new code",
  swap: "codes, names or managers change places, so it passes through a temporary value",
  "parent-differs": "the source has it under another department",
  "order-differs": "the source has another order",
  "source-says-inactive": "the source says it is not active",
  "source-says-active": "the source says it is active",
  "last-day-passed": "the last working day has passed",
  "before-hire-date": "the hire date is still ahead",
  "hire-date-reached": "the hire date has come",
  rescinded: "missing from the source since before the hire date, in as many readings as the policy sets",
  "on-leave": "on leave",
  "leave-ended": "the leave is over",
  "missing-in-source": "missing from the source for as many readings as the policy sets",
  "back-in-source": "in the source again",
  "lost-in-run": "another write of this run had undone it",
  undo: "as it was before that run",
};

export const heldReasons: Words["heldReasons"] = {
  "identity-conflict": (about) =>
    `employee number, account or id lead to several people, to somebody to whom another row leads, or to somebody else (${about}): decide with \`musterd adopt\` if it asks, else correct HR's row or the service`,
  ambiguous: (about) => `more than one record answers to the same key (${about})`,
  "possible-twin": (about) => `may be in the service already (${about}); decide with \`musterd adopt\``,
  "number-given-again": (about) =>
    `employee number, account or id is that of ${about} in the service, and the rest contradicts it: given to somebody else? Decide with \`musterd adopt\``,
  "number-kept": (about) => `${about} still has this employee number in the service: change it there, or in HR`,
  "account-domain": (about) =>
    `the service shows accounts with ${about}, and HR states them without: if it only shows them so, set \`target.accountDomain\` to ${about}, else let HR's accounts have it by a template`,
  "value-taken": (about) =>
    `an active person would share an ID card number or e-mail, or name and birth date or phone, with ${about}: correct HR's data, or the other person; somebody new is created, without the number or e-mail, after \`musterd adopt --other NEW=ACCOUNT\`. A value that many share on purpose (a common mailbox): list it in \`empty\` of its column`,
  protected: (about) => `protected by the configuration (${about})`,
  "unreadable-in-target": (about) => `${about} could not be read from the service, so nothing is planned for it`,
  "reference-missing": (about) => `refers to ${about}, which does not exist`,
  "reference-held": (about) => `needs ${about}, which is held itself`,
  "key-refused": (about) =>
    `the service accepts no new key ${about}: it contains / or \\, begins or ends with a dot, contains an invisible character, or is too long; change it in HR`,
  "look-alike": (about) =>
    `looks like another key, but has other or invisible characters (${about}); correct one of the two, or decide with \`musterd adopt\``,
  "decision-without-object": (about) =>
    `decided to be ${about}, which the service does not have; correct or withdraw the decision (\`musterd adopt --list\`)`,
  "decisions-contradict": (about) =>
    `the decisions about it contradict each other (${about}); withdraw the wrong ones (\`musterd adopt --list\`)`,
  "value-hidden": (about) =>
    `the service hides values that HR does not supply, and the change might clear them (${about})`,
  "zeros-lost": (about) =>
    `HR and the service differ in leading zeros (${about}): a spreadsheet may have taken them away in HR, so export the column as text; where the service has employee numbers without them, set \`target.employeeNumberWidth\`; where it has more, let HR's column have them by \`pad\``,
  "value-missing": (about) =>
    `a value that the service requires is missing (${about}): map a column to it, or state one value for all rows (\`{ value: … }\`); where a column is mapped to it, correct the cell in HR's row`,
  "still-manager": (about) => `still the manager of ${about}; name a successor first`,
  "still-occupied": (about) => `people or departments are still in it (${about})`,
  "still-used": (about) => `still used by ${about}`,
  "last-post": (about) => `everybody keeps at least one post, and this would take the last one (${about})`,
  "status-and-date-disagree": (about) => `the status and the last working day contradict each other (${about})`,
  "status-and-leave-disagree": (about) =>
    `the status says active, and of a leave only one day is stated (${about}): state the other day, or let the status say that the leave has ended or goes on`,
  "status-missing": (about) =>
    `HR states no status of ${about}, as it does of others: fill the cell in, or say in the mapping of \`active\` what a blank means (\`default\`)`,
  "does-not-converge": (about) =>
    `written twice, and the service shows another value again: it does not keep it, or another program or installation writes it back (${about})`,
  "undo-each-other": (about) =>
    `the service does not hold this together with ${about}: in one run each write undid the other. It is tried again a week later, and when HR or the service has another value`,
  "refused-before": (about) =>
    `two runs were refused: ${about}. It is tried again a week later, and when HR or the service has another value`,
  "not-shown-yet": (about) =>
    `a run of today has sent ${about}, and the service has accepted that but shows nobody yet. If it still does not tomorrow, it is sent again`,
  "tree-cycle": (about) => `the department tree would run in a circle (${about})`,
  "not-a-member": (about) => `${about} holds no post in the department`,
  "not-listed": (about) =>
    `${about} is not among the service's own people (perhaps of another company), and could not be named again`,
  "other-company": (about) => `${about} is somebody of another company, whom only that company may change`,
  "no-account": (about) =>
    `the service shows ${about} without an account, and only by the account can a write name somebody: give the person one in the service`,
  "person-inactive": (about) => `${about} is not active`,
  "holder-unknown": (about) =>
    `a row of the source names ${about} and a holder it does not know, who may be this person`,
  "changed-since": (about) => `changed again since that run (${about})`,
  "before-unknown": (about) => `the value before that run is not known, or no longer kept (${about})`,
  "outcome-unknown": (about) => `it is not known whether that run wrote it; look at it in the service (${about})`,
  "needs-others": (about) => `needs changes to others, which \`--only\` leaves out (${about})`,
  "not-supported": (about) => `the service has no operation for this (${about})`,
};

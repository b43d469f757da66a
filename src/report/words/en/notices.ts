/** English words of notices: what a plan says without planning anything. */
import type { Words } from "../words.ts";

export const noticeWords: Words["notices"] = {
  "decision-without-object": "decided to be this, but one of the two is not there; check the spelling",
  unmanaged: "only in the service; musterd does not touch it",
  "employee-without-post": "has no post in any department",
  "department-without-manager": "has no manager",
  "approvers-in-circle":
    "approve each other in a circle, so nobody above them sees their forms; if that is not meant, correct it in HR",
  "inactive-approver":
    "disabled, or becomes so, but the chosen approver of somebody who works, whose forms nobody can sign then; name somebody else in HR or in the service",
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
  locked:
    "active, or becomes so, but the account is locked in the service, which musterd does not change: if that is not meant, unlock it there",
  "account-ends":
    "active, or becomes so, but the account in the service has ended or ends within 30 days, and HR states no end: if that is not meant, clear the end there, or let HR state `expiredTime`",
  "target-older-than-memory":
    "the service is older than musterd's memory (put back from a backup, or moved): of the last changes so many are undone; what cannot be read is written again",
  "not-shown":
    "stated by HR, but the service shows this field of nobody and nothing, so it is not compared: what differs there stays, unless musterd has written the value",
  "several-in-service":
    "several records of the service have this code, so nothing about it is changed; give all but one another code there",
  "not-in-list":
    "active in the service (E2), but its list of people (E1) leaves them out: whoever else it leaves out, musterd does not see; ask its administrator whether the list is limited",
  "account-domain":
    "the service shows all accounts with this domain, and HR states them without: if it only shows them so, set `target.accountDomain`, and nobody is renamed; else let HR's accounts have it",
  "changed-by-others": "not as the last run left it: somebody, or another program, has changed it in the service",
  "only-disabled": "created by that run; what was created can only be disabled",
  "title-rank-to-review": "new title: please check its rank, because signing rules use it",
};

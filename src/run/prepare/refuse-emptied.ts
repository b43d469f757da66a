/** Ends a run whose reading of the service has a list that is empty although the rest of the reading names objects of its kind. */
import { MusterdError } from "../../lib/errors.ts";
import type { Directory } from "../../model/directory/directory.ts";
import type { TargetSnapshot } from "../../model/directory/snapshot.ts";
import { emptiedLists } from "../../plan/reading/emptied-lists.ts";

/** Throws `response-incomplete`, which the daemon repeats. */
export const refuseEmptied = (wanted: Directory, current: TargetSnapshot): void => {
  const [first] = emptiedLists(wanted, current);
  if (!first) return;
  const { kind, named } = first;
  const operation = listing[kind];
  const message = `${operation}: the list is empty, although other answers name ${named} objects of it (${kind}); nothing was written`;
  throw new MusterdError("response-incomplete", message, {
    place: { operation },
    hint: "run again later: the service may be busy, for example with a permission refresh",
  });
};

const listing = { level: "V1", department: "D1", title: "T1", function: "J4", employee: "E1" } as const;

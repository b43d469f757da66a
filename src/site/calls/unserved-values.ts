/**
 * Something before the service may not let every value in a path reach it: some web servers take what follows a dot for the name of a file,
 * or refuse `&`, and answer with a page of their own. It says nothing about a person or department (R15). A 404 counts as "none" only where the
 * operation has answered for a value with the same characters.
 */
import type { OperationId } from "../../contract/contract.ts";
import { MusterdError } from "../../lib/errors.ts";
import { isOtherPage, isUnknownPath } from "./stops-run.ts";

type Values = Readonly<Record<string, string>>;

export type ServedValues = {
  /** The operation has answered for these values. */
  readonly note: (operation: OperationId, values: Values) => void;
  /** What a failed read of one object means: null is "none"; rethrows what concerns the whole service. */
  readonly noneAfter: (error: unknown, operation: OperationId, values: Values) => null;
};

/** Reads of one object for which a 404 without an error body may mean "nothing" (R101). Of E2, E1 decides (R52). */
const ofOneObject: ReadonlySet<OperationId> = new Set(["D10", "D9", "E4"]);

/** `answered`: the operations that have answered on this connection. */
export const openServedValues = (answered: ReadonlySet<OperationId>): ServedValues => {
  const served = new Set<string>();
  const namesOf = (operation: OperationId, values: Values): readonly string[] =>
    [
      ...Object.values(values)
        .join("")
        .matchAll(/[^A-Za-z0-9]/gu),
    ].map(([character]) => (/[\p{L}\p{N}]/u.test(character) ? `${operation} letter` : `${operation} ${character}`));
  return {
    note: (operation, values) => {
      for (const name of namesOf(operation, values)) served.add(name);
    },
    noneAfter: (error, operation, values) => {
      const isNone = isUnknownPath(error);
      const isBelied = ofOneObject.has(operation) ? answered.has(operation) : !isNone && answered.size > 0;
      if (!isOtherPage(error) || !isBelied) throw error;
      if (isNone && namesOf(operation, values).every((name) => served.has(name))) return null;
      throw notServed(operation, error);
    },
  };
};

const notServed = (operation: OperationId, cause: MusterdError): MusterdError =>
  new MusterdError(
    "path-value-refused",
    `something before the service has answered (status ${cause.place.status}): it may refuse a character of the code or account in the path`,
    {
      place: { operation },
      hint: "ask the service's administrator whether paths may have this character, such as a dot; or set an address with the value in the query (`target.paths`)",
      cause,
    },
  );

/** How a request is refused: with a code of the contract, its sentence, and the properties concerned. */
import { randomUUID } from "node:crypto";
import { type RefusalCode, refusals } from "../../contract/operations/refusals.ts";
import type { ErrorBody } from "../../contract/records/organisation.ts";

/** What a refusal concerns, usually a property; without personal data. */
type Details = { readonly property?: string; readonly [more: string]: unknown };

/** One entry of `errorExpando`. */
export type Expando = { readonly error: string; readonly expandoObject: Details };

export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly status: number;
  readonly expando: readonly Expando[];

  /** `details` are those of the only entry, which has the sentence of the code, or all entries. */
  constructor(code: RefusalCode, details: Details | readonly Expando[] = {}, status: number = refusals[code].status) {
    super(code);
    this.name = "Refusal";
    this.code = code;
    this.expando = isExpando(details) ? details : [{ error: refusals[code].sentence, expandoObject: details }];
    this.status = status;
  }
}

const isExpando = (details: Details | readonly Expando[]): details is readonly Expando[] => Array.isArray(details);

/** Refuses the current request. `about` names the invalid property, or gives other details. */
export const refuse = (code: RefusalCode, about: string | Details = {}, status?: number): never => {
  throw new Refusal(code, typeof about === "string" ? { property: about } : about, status);
};

/** Refuses a value of the request; `rule` says in words which rule it breaks, such as `must be present`. */
export const refuseInvalid = (property: string, rule: string): never => {
  throw new Refusal("OPA-REQUEST-INVALID", [{ error: rule, expandoObject: { property } }]);
};

/** Runs `work`, and prefixes the properties in its refusals with `where`, unless they already have that prefix. */
export const refusingWithin = <T>(where: string, work: () => T): T => {
  try {
    return work();
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) throw thrown;
    const { code, status, expando } = thrown;
    const placed = expando.map(({ error, expandoObject: { property = where } }) => {
      const isPlaced = property === where || property.startsWith(`${where}.`);
      return { error, expandoObject: { property: isPlaced ? property : `${where}.${property}` } };
    });
    throw new Refusal(code, placed, status);
  }
};

/** Does the same work for every item of a list. The refusal of an item names its place, such as `documents.0`. */
export const eachWithin = <T, R>(list: string, items: readonly T[], work: (item: T) => R): R[] =>
  items.map((item, at) => refusingWithin(`${list}.${at}`, () => work(item)));

/** The refusal's code and the invalid places that it names. */
export const refusalText = ({ code, expando }: Refusal): string => {
  const places = expando.flatMap(({ expandoObject }) => expandoObject.property ?? []);
  return places.length > 0 ? `${code}: ${places.join("; ")}` : code;
};

export const errorBody = ({ code, expando }: Refusal): ErrorBody => ({
  errorCode: code,
  errorExpando: [...expando],
  traceId: randomUUID(),
});

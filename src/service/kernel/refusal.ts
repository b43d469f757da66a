/** How a request is refused: with a code of the contract, its sentence, and the properties concerned. */
import { randomUUID } from "node:crypto";
import type { ErrorBody } from "../../contract/records.ts";
import { type RefusalCode, refusals } from "../../contract/refusals.ts";

/** One entry of `errorExpando`: the error and the property concerned, without personal data. */
export type Expando = { readonly error: string; readonly expandoObject: unknown };

export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly status: number;
  readonly expando: readonly Expando[];

  /** `details` are all entries of `errorExpando`, or what the only one says besides the sentence of the code. */
  constructor(code: RefusalCode, details: readonly Expando[] | object = {}, status: number = refusals[code].status) {
    super(code);
    this.name = "Refusal";
    this.code = code;
    this.expando = Array.isArray(details)
      ? (details as readonly Expando[])
      : [{ error: refusals[code].sentence, expandoObject: details }];
    this.status = status;
  }
}

/** Refuses the current request. `where` names the invalid property. */
export const refuse = (code: RefusalCode, where?: string, status?: number): never =>
  refuseWith(code, where === undefined ? {} : { property: where }, status);

/** Like `refuse`, but with any details instead of only the name of the property. */
export const refuseWith = (code: RefusalCode, details: Readonly<Record<string, unknown>>, status?: number): never => {
  throw new Refusal(code, details, status);
};

/** Runs `work`, and prefixes the properties in its refusals with `where`, unless they already have that prefix. */
export const refusingWithin = <T>(where: string, work: () => T): T => {
  try {
    return work();
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) throw thrown;
    const { code, status, expando } = thrown;
    const placed = expando.map(({ error, expandoObject }) => {
      const { property = where } = expandoObject as { property?: string };
      const isPlaced = property === where || property.startsWith(`${where}.`);
      return { error, expandoObject: { property: isPlaced ? property : `${where}.${property}` } };
    });
    throw new Refusal(code, placed, status);
  }
};

/** The refusal's code and the invalid places that it names. */
export const refusalText = ({ code, expando }: Refusal): string => {
  const places = expando.flatMap(({ expandoObject }) => (expandoObject as { property?: string }).property ?? []);
  return places.length > 0 ? `${code}: ${places.join("; ")}` : code;
};

export const errorBody = ({ code, expando }: Refusal): ErrorBody => ({
  errorCode: code,
  errorExpando: [...expando],
  traceId: randomUUID(),
});

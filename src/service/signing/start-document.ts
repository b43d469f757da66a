/** Where a document begins: a number of its own, the values it holds, the first signers of its route. */
import type { Company } from "../company.ts";
import type { FormRow } from "../forms/tables.ts";
import type { DocumentRow } from "./tables.ts";

export type Application = {
  readonly form: FormRow;
  readonly applicantId: number;
  readonly departmentId: number;
  readonly urgent: boolean;
  readonly opinion: string | null;
  /** Field code → value; checked against the design already. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Files that the caller holds already (`holdFile`). */
  readonly fileIds: readonly number[];
};

/** Refuses with `OPA-ROUTE-EMPTY` where the route names no signer. */
export const startDocument = (_company: Company, _application: Application): DocumentRow => {
  throw new Error("not built");
};

/** What a feature of the service is. Each feature folder exports one such value, and `features.ts` composes them. */
import type { FastifyInstance } from "fastify";
import type { OperationId, Params, Response } from "../../../contract/contract.ts";
import type { uploadOperations } from "../../../contract/operations/uploads.ts";
import type { CompanyDocument, SectionName } from "../../../contract/sections/company-document.ts";
import type { StrictBody } from "../../../contract/strict-body.ts";
import type { Caller } from "../callers/caller.ts";
import type { Company } from "../company/company.ts";
import type { AnyTable } from "../company/table.ts";
import type { ServiceParts } from "./api.ts";

/** A section of a company document. */
export type Section<C, Content> = {
  /** The sections to whose rows this section refers. */
  readonly refersTo: readonly SectionName[];
  /** Replaces the existing rows of the section. */
  readonly load: (company: C, section: Content) => void;
  readonly dump: (company: C) => Content;
};

export type Sections<C> = { readonly [Name in SectionName]: Section<C, NonNullable<CompanyDocument[Name]>> };

/** `C` is the company with the tables that the feature may use, `Service` the running service with the feature's own parts. */
export type Feature<C extends Company, Service extends ServiceParts<C> = ServiceParts<C>> = {
  readonly tables: (...needs: never) => Readonly<Record<string, AnyTable>>;
  readonly rules?: Partial<Handlers<OperationId, C>>;
  readonly sections?: Partial<Sections<C>>;
  /** True if a record of the feature gives the caller the bytes of the file with this row id. */
  readonly givesFile?: (company: C, caller: Caller, fileId: number) => boolean;
  /** Adds the routes that are no operations with a rule: pages, uploads, the sandbox. */
  readonly routes?: (app: FastifyInstance, service: Service) => void;
};

/** The operations with a rule. Uploads have none, because they wait for the network and the disk. */
export type RuledId = Exclude<OperationId, keyof typeof uploadOperations>;

/** The response of the operation in the contract, nothing if the operation has no response, or null for "no such record". */
type Answer<Id extends OperationId> = [Response<Id>] extends [undefined] ? void : Response<Id> | null;

export type Request<Id extends OperationId> = {
  readonly params: Params<Id>;
  readonly body: StrictBody<Id>;
  readonly caller: Caller;
};

/**
 * The rules of operations: plain functions on the company in memory, which refuse by throwing a `Refusal`. `C` is the company
 * with the tables that the rules use.
 */
export type Handlers<Ids extends OperationId, C> = {
  readonly [Id in Ids]: (company: C, request: Request<Id>) => Answer<Id>;
};

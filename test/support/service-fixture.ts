/** A real service for whole runs: what was called of it, what is to go wrong in it, and the settings to reach it. */
import { type OperationId, specOf } from "../../src/contract/contract.ts";
import type { Organisation } from "../../src/contract/organisation.ts";
import type { Call } from "../../src/service/calls.ts";
import type { Fault } from "../../src/service/faults.ts";
import type { Quirks } from "../../src/service/quirks.ts";
import { type TargetSettings, targetSettings } from "../../src/site/settings.ts";
import {
  callerOf,
  corpCode,
  keyOf,
  profileQuirks,
  siteSettings,
  startTestService,
} from "../service/running-service.ts";

export type ServiceFixture = Awaited<ReturnType<typeof openServiceFixture>>;

/** A fault as the sandbox takes it: what has a default may be left out. */
export type OrderedFault = { readonly operation: OperationId; readonly kind: Fault["kind"] } & Record<string, unknown>;

export const openServiceFixture = async (quirks: Partial<Quirks> = {}) => {
  const { url, close } = await startTestService({ quirks });
  return serviceFixtureAt(url, close);
};

/** The fixture of a service that has been started otherwise. */
export const serviceFixtureAt = (url: string, close: () => Promise<void>) => {
  const service = callerOf(url);
  return {
    url,
    corpCode,
    apiKey: keyOf["Api-Key"],
    load: (organisation: Organisation) => service.load(organisation),
    dump: () => service.dump(),
    calls: () => service.calls(),
    forgetCalls: () => service.admin("DELETE", "/calls"),
    fault: (fault: OrderedFault) => service.admin("POST", "/faults", fault),
    mend: () => service.admin("DELETE", "/faults"),
    quirks: (changed: Partial<Quirks>) => service.admin("PUT", "/quirks", { ...profileQuirks(), ...changed }),
    close,
  };
};

/** Nothing but code, account and address; quick to give up. A site with a code of its own for "none" has it listed. */
export const quickSettings = (fixture: Pick<ServiceFixture, "url" | "corpCode" | "apiKey">): TargetSettings =>
  targetSettings.parse({
    url: fixture.url,
    corpCode: fixture.corpCode,
    apiKey: fixture.apiKey,
    backoffMs: 1,
    retries: 2,
    ...siteSettings(),
  });

const mutates = ({ operation }: Call): boolean => operation !== null && specOf(operation).mutates;

/** Calls that change something, the permission refresh left out. */
export const writesOf = (calls: readonly Call[]): readonly Call[] =>
  calls.filter((call) => mutates(call) && call.operation !== "P1");

/** Permission refreshes; those that a busy site turned away are none (R24). */
export const refreshesOf = (calls: readonly Call[]): readonly Call[] =>
  calls.filter(({ operation, status, fault }) => operation === "P1" && (status !== 503 || fault !== null));

/** Permission refreshes that were carried out after the last write that was carried out. */
export const refreshesAfterLastWrite = (calls: readonly Call[]): readonly Call[] => {
  const last = writesOf(calls).findLast(({ status }) => status === 200)?.seq ?? 0;
  return refreshesOf(calls).filter(({ seq, status }) => seq > last && status === 200);
};

/** An organisation in a form that does not depend on the order in which people came, or their posts are listed. */
export const comparable = (organisation: Organisation): Organisation => ({
  ...organisation,
  employees: organisation.employees
    .map((person) => ({ ...person, depts: person.depts.toSorted((a, b) => a.code.localeCompare(b.code)) }))
    .toSorted((a, b) => a.account.localeCompare(b.account)),
});

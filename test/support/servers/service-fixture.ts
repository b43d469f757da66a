/** A real service for whole runs: its calls, injected faults, and the settings for connecting to it. */
import { type OperationId, specOf } from "../../../src/contract/contract.ts";
import type { Organisation } from "../../../src/contract/sections/organisation.ts";
import type { Fault } from "../../../src/service/kernel/faults.ts";
import type { Quirks } from "../../../src/service/kernel/quirks/quirks.ts";
import type { Call } from "../../../src/service/kernel/records/record-store.ts";
import { type TargetSettings, targetSettings } from "../../../src/site/settings/settings.ts";
import {
  callerOf,
  corpCode,
  keyOf,
  profileQuirks,
  siteSettings,
  startTestService,
} from "../../service/running-service.ts";

export type ServiceFixture = Awaited<ReturnType<typeof openServiceFixture>>;

/** A fault as the service's sandbox accepts it; properties with defaults may be omitted. */
export type OrderedFault = { readonly operation: OperationId; readonly kind: Fault["kind"] } & Record<string, unknown>;

export const openServiceFixture = async (quirks: Partial<Quirks> = {}) => {
  const { url, close } = await startTestService({ quirks });
  return serviceFixtureAt(url, close);
};

/** A fixture for a service that was started elsewhere. */
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

/**
 * Minimal settings with short waits between attempts, and with the settings that the quirks of this test run need.
 */
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

/** Calls that change something, except permission refreshes. */
export const writesOf = (calls: readonly Call[]): readonly Call[] =>
  calls.filter((call) => mutates(call) && call.operation !== "P1");

/** Permission refreshes, except those that a busy site refused (R24 of src/contract/interface-notes.md). */
export const refreshesOf = (calls: readonly Call[]): readonly Call[] =>
  calls.filter(({ operation, status, fault }) => operation === "P1" && (status !== 503 || fault !== null));

/** Permission refreshes that succeeded after the last successful write. */
export const refreshesAfterLastWrite = (calls: readonly Call[]): readonly Call[] => {
  const last = writesOf(calls).findLast(({ status }) => status === 200)?.seq ?? 0;
  return refreshesOf(calls).filter(({ seq, status }) => seq > last && status === 200);
};

/** An organisation in a form that does not depend on the order of creation or the order of posts. */
export const comparable = (organisation: Organisation): Organisation => ({
  ...organisation,
  employees: organisation.employees
    .map((person) => ({ ...person, depts: person.depts.toSorted((a, b) => a.code.localeCompare(b.code)) }))
    .toSorted((a, b) => a.account.localeCompare(b.account)),
});

/** The same of an office whose files state no order of categories: the first functions of several are created side by side. */
export const comparableOffice = (organisation: Organisation): Organisation => ({
  ...comparable(organisation),
  functions: organisation.functions.toSorted((a, b) => (a.categoryName ?? "").localeCompare(b.categoryName ?? "")),
});

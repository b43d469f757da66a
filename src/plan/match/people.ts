/**
 * The people of a plan: their records on both sides, and their state after the plan. Planning steps set that state
 * (active, posts) as they decide it; later steps (managers, removals, disabling) read it.
 */
import { canonicalKey } from "../../model/directory/canonical.ts";
import type { Employee, Post } from "../../model/directory/directory.ts";
import type { ShownEmployee, SourceSnapshot } from "../../model/directory/snapshot.ts";
import type { Reason } from "../../model/plan/plan.ts";
import { accountDomain } from "./account-domain.ts";
import type { Remembered } from "./contradictions.ts";
import { type Correlation, correlate } from "./correlate.ts";
import { zerosApart } from "./zeros-apart.ts";

export type Person = {
  readonly correlation: Correlation;
  readonly desired?: Employee;
  readonly current?: ShownEmployee;
  /** The account after the plan: the target's account, unless a rename is planned. */
  account: string;
  readonly label: string;
  /** Code of the main department, for reports. */
  readonly department?: string;
  /** Will the person exist in the target after the plan? False while a create is held. */
  exists: boolean;
  active: boolean;
  /** Why the plan disables the person; absent: it does not. */
  leaving?: Reason;
  /** Posts after the plan; absent: not known. */
  posts?: readonly Post[];
  /** The changes that lead to `posts`; changes that rely on the posts need them. */
  postChanges: string[];
};

export type People = {
  readonly all: readonly Person[];
  /** The person that a source row names by account; falls back to people that only the target has. */
  readonly bySourceAccount: (account: string) => Person | undefined;
  /** The person who has the account in the target now. */
  readonly byTargetAccount: (account: string) => Person | undefined;
  /** What the service has before or after every account, and HR has not (`account-domain.ts`). */
  readonly accountDomain: string | undefined;
  /** Would the number of a newcomer have other leading zeros in the service (`zeros-apart.ts`)? */
  readonly areZerosApart: (number: string | null | undefined) => boolean;
};

export const matchPeople = (source: SourceSnapshot, current: readonly ShownEmployee[], memory: Remembered): People => {
  const correlations = correlate(source, current, memory);
  const all = correlations.map(toPerson);
  const byDesired = new Map(
    all.flatMap((person) => (person.desired ? [[canonicalKey(person.desired.account), person]] : [])),
  );
  const byCurrent = new Map(
    all.flatMap((person) => (person.current ? [[canonicalKey(person.current.account), person]] : [])),
  );
  return {
    all,
    bySourceAccount: (account) => byDesired.get(canonicalKey(account)) ?? byCurrent.get(canonicalKey(account)),
    byTargetAccount: (account) => byCurrent.get(canonicalKey(account)),
    accountDomain: accountDomain(correlations),
    areZerosApart: zerosApart(
      all.flatMap(({ desired, current = byCurrent.get(canonicalKey(desired?.account ?? ""))?.current }) =>
        desired && current ? [{ desired, current }] : [],
      ),
    ),
  };
};

const toPerson = (correlation: Correlation): Person => {
  const desired = correlation.state === "unmanaged" ? undefined : correlation.desired;
  const current =
    correlation.state === "matched" || correlation.state === "unmanaged" ? correlation.current : undefined;
  const posts = current?.posts;
  const main = (desired?.posts ?? posts)?.find((post) => post.main)?.department;
  return {
    correlation,
    ...(desired && { desired }),
    ...(current && { current }),
    account: current?.account ?? desired?.account ?? "",
    label: desired?.name ?? current?.name ?? desired?.account ?? current?.account ?? "",
    ...(main === undefined ? {} : { department: main }),
    exists: current !== undefined,
    active: current?.active ?? false,
    ...(posts && { posts }),
    postChanges: [],
  };
};

/** Will the person be active when the plan has been applied? */
export const staysActive = (person: Person): boolean => person.exists && person.active && person.leaving === undefined;

/** Are the posts given back although the person is inactive? */
export const isRestored = ({ restored }: { readonly restored?: ReadonlySet<string> }, { current }: Person): boolean =>
  current !== undefined && restored?.has(canonicalKey(current.account)) === true;

/**
 * The people of a plan: who each one is on both sides, and what the plan leaves them as. Planning steps fill in the
 * outcome (active, posts) as they decide it, and later steps (managers, removals, disabling) read it.
 */
import { canonicalKey } from "../model/canonical.ts";
import type { Employee, Post } from "../model/directory.ts";
import type { Reason } from "../model/plan.ts";
import type { ShownEmployee, SourceSnapshot } from "../model/snapshot.ts";
import { type Correlation, correlate } from "./correlate.ts";

export type Person = {
  readonly correlation: Correlation;
  readonly desired?: Employee;
  readonly current?: ShownEmployee;
  /** Account after the plan: the target's own, unless a rename is written. */
  account: string;
  readonly label: string;
  /** Main department for reports: code. */
  readonly department?: string;
  /** After the plan: present in the target. False while a create is held. */
  exists: boolean;
  /** After the plan: may work. */
  active: boolean;
  /** Why the person is to be disabled in step 10; absent: is not. */
  leaving?: Reason;
  /** After the plan; absent: not known. */
  posts?: readonly Post[];
  /** Changes through which the posts come to be what they are; who relies on them needs these. */
  postChanges: string[];
};

export type People = {
  readonly all: readonly Person[];
  /** The person a source row means by an account; falls back to people only the target has. */
  readonly meantBy: (account: string) => Person | undefined;
  /** The person who has the account in the target now. */
  readonly holding: (account: string) => Person | undefined;
};

export const sortOutPeople = (
  source: SourceSnapshot,
  current: readonly ShownEmployee[],
  links?: ReadonlyMap<string, string>,
): People => {
  const all = correlate(source, current, links).map(toPerson);
  const byDesired = new Map(
    all.flatMap((person) => (person.desired ? [[canonicalKey(person.desired.account), person]] : [])),
  );
  const byCurrent = new Map(
    all.flatMap((person) => (person.current ? [[canonicalKey(person.current.account), person]] : [])),
  );
  return {
    all,
    meantBy: (account) => byDesired.get(canonicalKey(account)) ?? byCurrent.get(canonicalKey(account)),
    holding: (account) => byCurrent.get(canonicalKey(account)),
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

/** Will the person be able to work when the plan has been applied? */
export const staysActive = (person: Person): boolean => person.exists && person.active && person.leaving === undefined;

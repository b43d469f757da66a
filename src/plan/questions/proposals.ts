/**
 * Proposals: what HR seems to have done, for a person to confirm. They rest on the evidence by which records are held
 * (possible-recodes.ts, twins.ts), on the people whom departments share (reorganisations.ts), and on records of the source that
 * look like one person (source-twins.ts). They are derived from the finished plan and change nothing in it.
 */
import { canonicalKey, sameKey } from "../../model/directory/canonical.ts";
import { type AdoptedKind, adoptedKinds } from "../../model/directory/identity.ts";
import type { Candidate, HeldChange, Plan } from "../../model/plan/plan.ts";
import type { Named, Proposal } from "../../model/plan/proposal.ts";
import type { PeopleContext, SourceTwins } from "../draft/plan-context.ts";
import { label } from "../organisation/department-tree.ts";
import { compareText } from "../values/sequence.ts";
import { findReorganisations, type Reorganisation } from "./reorganisations.ts";

/** Returns the plan with its proposals; the plan itself if there are none. */
export const withProposals = (context: PeopleContext, plan: Plan): Plan => {
  const reorganised = findReorganisations(context);
  const creates = (list: readonly { readonly id: string }[]) => {
    const ids = new Set(list.map(({ id }) => id));
    return (kind: AdoptedKind, key: string): boolean => ids.has(`${kind}/${key}/create`);
  };
  const [createsRecord, holdsRecord] = [creates(plan.changes), creates(plan.held)];
  const isCreated = (account: string): boolean => createsRecord("employee", account);
  const twins = [...context.sourceTwins()].flatMap(([{ account }, pairs]) =>
    isCreated(account) || holdsRecord("employee", account) ? pairs : [],
  );
  const closed = new Set(
    plan.changes.flatMap(({ kind, action, key }) =>
      kind === "department" && action === "deactivate" ? [canonicalKey(key)] : [],
    ),
  );
  const meanwhile = ({ from, to }: Reorganisation): Proposal["meanwhile"] => {
    if (to.some(({ code }) => holdsRecord("department", code))) return "held";
    return from.every(({ code }) => closed.has(canonicalKey(code))) ? "closed" : "open";
  };
  const byCode = Map.groupBy(
    reorganised.flatMap((one) => one.to.map(({ code }) => ({ code, one }))),
    ({ code }) => code,
  );
  const proposals = [
    ...reorganised.map((one) => ofDepartments(context, one, meanwhile(one))),
    ...plan.held.flatMap((held) => ofHeld(context, held, byCode.get(held.key)?.map(({ one }) => one) ?? [])),
    ...twins.map((pair) => ofSourceTwins(pair, isCreated(pair.newcomer.account))),
  ];
  return proposals.length === 0 ? plan : { ...plan, proposals: sorted(proposals) };
};

const order: readonly Proposal["what"][] = ["merge", "split", "recode", "re-key", "twin", "given-again"];

const sorted = (proposals: readonly Proposal[]): readonly Proposal[] => {
  const keys = new Map(
    proposals.map((one) => [
      one,
      [order.indexOf(one.what), one.kind, ...[...one.to, ...one.from].map(({ key }) => key)].join("\n"),
    ]),
  );
  return proposals.toSorted((a, b) => compareText(keys.get(a) ?? "", keys.get(b) ?? ""));
};

const ofDepartments = (context: PeopleContext, found: Reorganisation, meanwhile: Proposal["meanwhile"]): Proposal => {
  const { what, people, of, evidence, keeps } = found;
  const asked = found.to.flatMap(({ code }) => answers("department", code, context.recodes.of("department", code)));
  return {
    what,
    kind: "department",
    from: found.from.map((department) => ({ key: department.code, label: label(department) })),
    to: found.to.map((department) => ({ key: department.code, label: label(department) })),
    people,
    of,
    evidence: evidence.map((one) => [one]),
    meanwhile,
    lines: asked.length > 0 || !keeps ? asked : [same("department", keeps.to.code, keeps.from.code)],
  };
};

/** A held record that may be in the service already. It is left out if a reorganisation, of those that name it, has the same question. */
const ofHeld = (context: PeopleContext, held: HeldChange, reorganised: readonly Reorganisation[]): Proposal[] => {
  const kind = adoptedKinds.find((adopted) => adopted === held.kind);
  const candidates = held.candidates ?? [];
  const [first] = candidates;
  if (!kind || !first || (kind === "department" && reorganised.some((one) => covers(one, candidates)))) return [];
  const hasSameAccount = kind === "employee" && sameKey(first.key, held.key);
  const isGivenAgain = held.reason === "number-given-again";
  const isRekeyed = hasSameAccount
    ? held.reason === "identity-conflict"
    : first.evidence.some((fields) => fields.includes("idCardNumber"));
  return [
    {
      what: kind !== "employee" ? "recode" : isGivenAgain ? "given-again" : isRekeyed ? "re-key" : "twin",
      kind,
      from: candidates.map(({ key, label: name }) => ({ key, label: name })),
      to: [{ key: held.key, label: held.label }],
      ...(kind === "department" && peopleShared(context, first.key, held.key)),
      evidence: [...(hasSameAccount ? [["account" as const]] : []), ...first.evidence],
      meanwhile: "held",
      lines: answers(kind, held.key, candidates),
    },
  ];
};

const covers = ({ from }: Reorganisation, candidates: readonly Candidate[]): boolean =>
  candidates.every((candidate) => from.some(({ code }) => code === candidate.key));

const peopleShared = ({ shared }: PeopleContext, from: string, to: string) => {
  const key = canonicalKey(from);
  return { people: shared().goingTo.get(key)?.get(canonicalKey(to)) ?? 0, of: shared().before(key) };
};

const ofSourceTwins = ({ newcomer, other, rules }: SourceTwins, isCreated: boolean): Proposal => {
  const named = ({ account, desired, label: name }: SourceTwins["other"]): Named => ({
    key: desired?.account ?? account,
    label: name,
  });
  return {
    what: "twin",
    kind: "employee",
    from: [named(other)],
    to: [named(newcomer)],
    inSource: true,
    evidence: rules.map((rule) => rule.same),
    meanwhile: isCreated ? "created" : "held",
    lines: [different("employee", newcomer.account, [other.account])],
  };
};

/** The possible answers to the question whether a record of the source is one of the candidates. */
const answers = (kind: AdoptedKind, source: string, candidates: readonly Candidate[]): readonly string[] =>
  candidates.length === 0
    ? []
    : [
        ...candidates.map(({ key }) => same(kind, source, key)),
        different(
          kind,
          source,
          candidates.map(({ key }) => key),
        ),
      ];

const same = (kind: AdoptedKind, source: string, target: string): string => line(kind, source, `is: ${text(target)}`);

const different = (kind: AdoptedKind, source: string, [first = "", ...more]: readonly string[]): string =>
  line(kind, source, `isNot: ${more.length === 0 ? text(first) : `[${[first, ...more].map(text).join(", ")}]`}`);

const line = (kind: AdoptedKind, source: string, answer: string): string =>
  `- { ${kind === "employee" ? "" : `kind: ${kind}, `}source: ${text(source)}, ${answer} }`;

/** JSON strings are YAML strings; unquoted, a code such as 0012 would be a number. */
const text = (key: string): string => JSON.stringify(key);

/** Puts lines that a proposal offers under `identity.adopt` of a configuration, and applies the decisions that they express. */
import { parse } from "yaml";
import { identityPart } from "../../src/config/plan-settings.ts";
import type { Decision } from "../../src/model/directory/identity.ts";
import type { SourceSnapshot, TargetLists } from "../../src/model/directory/snapshot.ts";
import { withDecisions } from "../../src/plan/questions/decisions.ts";

/** Throws if the configuration refuses a line. */
export const decisionsIn = (lines: readonly string[]): readonly Decision[] =>
  identityPart.parse(parse(["adopt:", ...lines.map((line) => `  ${line}`)].join("\n"))).adopt;

export const withPasted = (source: SourceSnapshot, lists: TargetLists, lines: readonly string[]): SourceSnapshot =>
  withDecisions(source, lists, decisionsIn(lines));

/**
 * The quirk `takesAlong` (R102): what an operation of some sites changes besides what it was asked to change. The effects of an
 * operation run after its rule, in the same piece of work, and only for callers: a company document is loaded without them.
 */
import type { OrganisationId } from "../../contract/contract.ts";
import type { TakenAlong } from "../kernel/quirks/write-quirks.ts";
import type { Effect, Sent } from "./effects.ts";
import { departmentEffects } from "./effects-of-departments.ts";
import { peopleEffects } from "./effects-of-people.ts";
import type { Company } from "./tables.ts";
import { setLevelsByDepth } from "./tree.ts";

const effects: Readonly<Record<TakenAlong, Effect>> = { ...peopleEffects, ...departmentEffects };

type Rule = (company: Company, request: never) => unknown;

/** The rules with their effects. */
export const takingAlong = <Rules extends { readonly [Id in OrganisationId]?: Rule }>(rules: Rules): Rules =>
  Object.fromEntries(Object.entries(rules).map(([id, rule]) => [id, withEffects(id, rule)])) as Rules;

const changesTree: ReadonlySet<string> = new Set<OrganisationId>(["D2", "D3", "D7", "D8"]);

const withEffects =
  (id: string, rule: Rule): Rule =>
  (company, request) => {
    const { takesAlong, departmentLevel } = company.quirks;
    const active = takesAlong.filter((name) => name.startsWith(`${id}-`));
    const { body = {}, params } = request as { body?: Sent; params: Sent };
    // An effect finds its rows before the rule, which may rename them.
    const prepared = active.map((name) => effects[name](company, { ...params, ...body }));
    const answer = rule(company, request);
    for (const takeAlong of prepared) takeAlong?.();
    if (departmentLevel === "by-depth" && changesTree.has(id)) setLevelsByDepth(company);
    return answer;
  };

/**
 * The operations that runs use, and their addresses at the site: from `target.paths`, from the site's own description
 * (`target.openapi`), or from the contract (R1).
 */
import { bindingOf, bindingText, type Site } from "../../client/binding.ts";
import type { OrganisationId } from "../../contract/contract.ts";
import type { Operation } from "../../model/plan/operation.ts";
import type { TargetSettings } from "./settings.ts";

/** The reads that every run needs. */
export const neededReads: readonly OrganisationId[] = ["V1", "D1", "T1", "J4", "E1", "D10", "D9", "E2", "E4"];

const planned: Readonly<Record<Operation["id"], true>> = {
  V2: true,
  V3: true,
  V4: true,
  V5: true,
  D2: true,
  D3: true,
  D4: true,
  D7: true,
  D11: true,
  D12: true,
  J1: true,
  J2: true,
  J5: true,
  J6: true,
  J7: true,
  J8: true,
  T2: true,
  T3: true,
  T4: true,
  T5: true,
  E7: true,
  E8: true,
  E9: true,
  E11: true,
  E12: true,
  E13: true,
  E14: true,
};

/** The writes that a run may call. */
export const neededWrites: readonly OrganisationId[] = [...(Object.keys(planned) as Operation["id"][]), "P1"];

/**
 * The bindings for the client, each from the configuration or else from the site's description; null for an operation that the
 * description lacks.
 */
export const sitePaths = ({ paths, description }: TargetSettings): Site["paths"] => ({
  ...Object.fromEntries((description?.unmatched ?? []).map(({ operation }) => [operation, null])),
  ...description?.paths,
  ...paths,
});

/** The setting that binds an operation; undefined if the operation is at its default address. */
export const boundBy = (settings: TargetSettings, id: OrganisationId): string | undefined => {
  const { paths, description, version } = settings;
  const binding = bindingOf({ version, paths: sitePaths(settings) }, id);
  const usual = bindingOf({ version, paths: {} }, id);
  if (binding && usual && bindingText(binding) === bindingText(usual)) return undefined;
  return id in paths ? `target.paths.${id}` : `target.openapi (${description?.file ?? ""})`;
};

/** An operation that runs use; `address` is null where it is not known, `by` the setting that binds it. */
export type UsedOperation = {
  readonly id: OrganisationId;
  readonly writes: boolean;
  readonly address: string | null;
  readonly by?: string;
};

/** The reads first, each with method and path at this site. */
export const usedOperations = (settings: TargetSettings): readonly UsedOperation[] =>
  [...neededReads, ...neededWrites].map((id, at) => {
    const binding = bindingOf({ version: settings.version, paths: sitePaths(settings) }, id);
    const by = boundBy(settings, id);
    return {
      id,
      writes: at >= neededReads.length,
      address: binding ? bindingText(binding) : null,
      ...(by !== undefined && { by }),
    };
  });

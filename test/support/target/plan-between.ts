/** Makes the plan from one directory to another, for examples. The whole target is read. */

import type { Rename, SourceSnapshot, TargetSnapshot } from "../../../src/model/directory/snapshot.ts";
import { emptyMemory, type Memory } from "../../../src/model/memory/memory.ts";
import type { Change, Plan } from "../../../src/model/plan/plan.ts";
import type { PlanSettings } from "../../../src/model/plan/settings.ts";
import { makePlan } from "../../../src/plan/make-plan.ts";
import type { DirectoryBuilder } from "../directory/directory-builder.ts";
import { defaultSettings, today } from "../random/arbitraries.ts";

type Circumstances = {
  readonly settings?: Partial<PlanSettings>;
  readonly memory?: Memory;
  readonly renames?: readonly Rename[];
  /** Changes the source before planning, for example to remove statements. */
  readonly stated?: (source: SourceSnapshot) => SourceSnapshot;
  readonly shown?: (target: TargetSnapshot) => TargetSnapshot;
};

export const planBetween = (
  current: DirectoryBuilder,
  desired: DirectoryBuilder,
  { settings, memory = emptyMemory, renames = [], stated, shown }: Circumstances = {},
): Plan => {
  const source = desired.source(renames);
  const target = current.target();
  return makePlan({
    source: stated?.(source) ?? source,
    target: shown?.(target) ?? target,
    memory,
    settings: { ...defaultSettings, ...settings },
    today,
  });
};

export const idsOf = (changes: readonly Pick<Change, "id">[]): readonly string[] => changes.map(({ id }) => id);

/** Held changes as id and reason. */
export const heldIn = ({ held }: Plan): readonly string[] => held.map(({ id, reason }) => `${id}: ${reason}`);

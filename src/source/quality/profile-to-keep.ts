/**
 * The profile to remember after a reading in which some kinds were held: for those kinds the previous profile is kept.
 * Otherwise a broken export would be held once and then become the measure of the next run.
 */
import type { Kind } from "../../model/kind.ts";
import type { Finding, KindProfile, SourceKind, SourceProfile } from "../../model/quality.ts";

/**
 * `findings`: what `passGate` returns. Posts are counted in the profile of people, so these two kinds are kept together.
 */
export const profileToKeep = (
  profile: SourceProfile,
  last: SourceProfile | undefined,
  findings: readonly Finding[],
): SourceProfile => {
  const held = new Set<Kind>(findings.filter(({ severity }) => severity === "hold").map(({ kind }) => kind));
  if (held.size === 0) return profile;
  if (held.has("post") || held.has("employee")) held.add("post").add("employee");
  const kinds: { [kind in SourceKind]?: KindProfile } = {};
  for (const side of [last, profile]) {
    for (const [kind, known] of Object.entries(side?.kinds ?? {}) as [SourceKind, KindProfile][]) {
      if (held.has(kind) === (side === last)) kinds[kind] = known;
    }
  }
  const { tree } = (held.has("department") ? last : profile) ?? {};
  const encodings = [
    ...(last?.encodings ?? []).filter(({ kind }) => held.has(kind)),
    ...(profile.encodings ?? []).filter(({ kind }) => !held.has(kind)),
  ];
  return { version: 1, kinds, ...(tree && { tree }), ...(encodings.length > 0 && { encodings }) };
};

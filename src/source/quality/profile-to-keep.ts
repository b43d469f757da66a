/**
 * Makes the profile to remember after a reading in which some kinds were held. For those kinds the previous profile is
 * kept. Otherwise a broken export would be held only once, because the next run would be compared with it.
 */
import type { Kind } from "../../model/kind.ts";
import type { Finding, KindProfile, SourceKind, SourceProfile } from "../../model/quality.ts";

/**
 * `findings` are those that `passGate` returns. Posts are counted in the profile of employees, so if one of these two kinds
 * is held, the previous profiles of both are kept.
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

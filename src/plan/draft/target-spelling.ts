/**
 * Gives HR's references the spelling of the service, whose own codes some sites look up letter by letter: HR's RD1 is the service's
 * rd1 (R14). A code that the service does not have stays as HR spells it.
 */
import { canonicalKey } from "../../model/directory/canonical.ts";
import { type CodedKind, codedKinds, codedRecords } from "../../model/directory/objects.ts";
import { type KeyOf, withReferences } from "../../model/directory/references.ts";
import type { SourceSnapshot, TargetSnapshot } from "../../model/directory/snapshot.ts";

/** `target`: with the codes after renames. Records whose references are spelt alike stay the same objects. */
export const inTargetSpelling = (source: SourceSnapshot, target: TargetSnapshot): SourceSnapshot => {
  const spellings = new Map<string, ReturnType<typeof spelling>>(
    codedKinds.map((kind) => [kind, spelling(target, kind)]),
  );
  const spelt: KeyOf = (kind, key) => spellings.get(kind)?.(key) ?? key;
  return { ...source, directory: withReferences(source.directory, spelt) };
};

const spelling = (target: TargetSnapshot, kind: CodedKind): ((code: string) => string) => {
  const codes = (codedRecords(target, kind) ?? []).map(({ code }) => code);
  const exact = new Set(codes);
  let byKey: ReadonlyMap<string, string> | undefined;
  return (code) => {
    if (code === "" || exact.has(code)) return code;
    byKey ??= new Map(codes.map((one) => [canonicalKey(one), one]));
    return byKey.get(canonicalKey(code)) ?? code;
  };
};

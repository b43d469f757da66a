/** The units in which entries of a directory lie, under short names. */
import { dnKey, parentDn } from "../values/dn.ts";
import { shortDigest } from "../values/short-digest.ts";

/** A digest of the name of the entry above. */
export const unitOf = ({ dn = "" }: { readonly dn?: string | undefined }): string => {
  const parent = parentDn(dn);
  const known = units.get(parent);
  if (known !== undefined) return known;
  const made = shortDigest(dnKey(parent));
  if (units.size >= mostUnits) units.clear();
  units.set(parent, made);
  return made;
};

/** Many entries share a parent, so its digest is remembered. */
const units = new Map<string, string>();
const mostUnits = 10_000;

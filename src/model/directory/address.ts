/**
 * Addresses: what a change, or one field of a change, is about. Most addresses are objects with a key of their own; a post, its
 * approving supervisor and the manager of a department are parts of objects. Changes, fields and the ledger name parts by texts,
 * which are made and taken apart only here.
 */
import { canonicalKey } from "./canonical.ts";
import type { Kind, SubjectKind } from "./kind.ts";

/** An object with a key of its own: code, account or category name. */
export type ObjectAddress = { readonly of: SubjectKind; readonly key: string };

/** `person` is an account, `department` a code. */
export type PlaceAddress = {
  readonly of: "post" | "supervisor";
  readonly person: string;
  readonly department: string;
};

export type Address = ObjectAddress | PlaceAddress | { readonly of: "manager"; readonly department: string };

/** The text of an address, such as `post/amy/RD`; slashes and percent signs in keys are written `%2f` and `%25`. */
export const printAddress = (address: Address): string => [address.of, ...keysOf(address).map(encodedKey)].join("/");

/** The address with this text; undefined for any other text. */
export const parseAddress = (text: string): Address | undefined => {
  const [of = "", ...encodedKeys] = text.split("/");
  const [key = "", department = ""] = encodedKeys.map(decoded);
  const count = keyCounts[of as Kind];
  if (count === undefined || count !== encodedKeys.length) return undefined;
  if (of === "post" || of === "supervisor") return { of, person: key, department };
  return of === "manager" ? { of, department: key } : { of: of as SubjectKind, key };
};

const keyCounts: Readonly<Record<Kind, number>> = {
  level: 1,
  department: 1,
  category: 1,
  function: 1,
  title: 1,
  employee: 1,
  post: 2,
  manager: 1,
  supervisor: 2,
};

const keysOf = (address: Address): readonly string[] => {
  if ("key" in address) return [address.key];
  return address.of === "manager" ? [address.department] : [address.person, address.department];
};

/** A key as addresses contain it. */
export const encodedKey = (key: string): string => key.replaceAll("%", "%25").replaceAll("/", "%2f");

const decoded = (text: string): string => text.replaceAll("%2f", "/").replaceAll("%25", "%");

/** The same address with other keys, such as those that are valid after renames. */
export const withKeys = (address: Address, keyOf: (kind: SubjectKind, key: string) => string): Address => {
  if ("key" in address) return { of: address.of, key: keyOf(address.of, address.key) };
  const department = keyOf("department", address.department);
  return address.of === "manager"
    ? { of: "manager", department }
    : { of: address.of, person: keyOf("employee", address.person), department };
};

/** The text by which addresses are compared: equal for keys that differ only in spelling. */
export const addressKey = (address: Address): string => printAddress(withKeys(address, (_, key) => canonicalKey(key)));

/** The short name of an object among others: kind and canonical key. */
export type Reference = `${Kind}/${string}`;

export const reference = (kind: Kind, key: string): Reference => `${kind}/${canonicalKey(key)}`;

/** The object to which the address belongs: a manager belongs to a department, a post and its supervisor to a person. */
export const objectOf = (address: Address): ObjectAddress => {
  if ("key" in address) return address;
  return address.of === "manager"
    ? { of: "department", key: address.department }
    : { of: "employee", key: address.person };
};

/** How a change names what it is about. */
export type Named = { readonly kind: Kind; readonly key: string };

/**
 * What a change is about, or the value of one of its fields. A change to posts is about the person, and each of its fields about one
 * post.
 */
export const addressOf = ({ kind, key }: Named, field = ""): Address => {
  const place = placeIn(field);
  if (place?.of === "post" || (place && kind === "employee")) return { ...place, person: key };
  if (kind === "manager") return { of: "manager", department: key };
  if (kind === "post") return { of: "employee", key };
  if (kind !== "supervisor") return { of: kind, key };
  const [, person = key, department = ""] = /^(.*)\/([^/]*)$/s.exec(key) ?? [];
  return { of: "supervisor", person: decoded(person), department: decoded(department) };
};

/** How changes name the address; the key of a supervisor is `account/department`, a post is a field of the person. */
export const namedBy = (address: Address): Named => {
  if (address.of === "post") return { kind: "post", key: address.person };
  if (address.of === "supervisor") return { kind: "supervisor", key: keysOf(address).map(encodedKey).join("/") };
  return { kind: address.of, key: objectOf(address).key };
};

type PlaceField = Omit<PlaceAddress, "person">;

/** The name of a post, or of its supervisor, as a field of the person: `post:RD`. */
export const placeField = (of: PlaceField["of"], department: string): string => `${of}:${department}`;

/** The post or supervisor that a field of a person names; undefined for every other field. */
export const placeIn = (field: string): PlaceField | undefined => {
  const at = field.indexOf(":");
  const of = field.slice(0, Math.max(at, 0));
  return of === "post" || of === "supervisor" ? { of, department: field.slice(at + 1) } : undefined;
};

/** The department of the post that a field of a change names. */
export const postIn = (field: string): string | undefined => {
  const place = placeIn(field);
  return place?.of === "post" ? place.department : undefined;
};

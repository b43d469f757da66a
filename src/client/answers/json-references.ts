/**
 * Answers of .NET services that write an object once and refer to it afterwards (`ReferenceHandler.Preserve`, Json.NET's
 * `PreserveReferencesHandling`): `$id` names an object or a list, whose items are then `$values`, and `{"$ref": …}` stands for it.
 * What looks like an empty object is one that has been shown before.
 */

type Node = Readonly<Record<string, unknown>>;

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && !Array.isArray(value);

/** Does the text of an answer have names that only such answers have? */
export const mayHaveReferences = (text: string): boolean => text.includes('"$ref"') || text.includes('"$values"');

/** A value with references has at most so many times its parts without them: references to references could grow without end. */
const mostGrowth = 50;

/** Nor does it get so many more parts, which take some 100 MiB and a second: an answer of some megabytes could fill the memory. */
const mostAdded = 5_000_000;

/** The same value with every reference replaced; undefined if one leads nowhere, or if it grows too much, as it does if one leads to what contains it. */
export const withoutReferences = (value: unknown): unknown => {
  const named = new Map<string, unknown>();
  let parts = 0;
  const note = (part: unknown): void => {
    parts += 1;
    if (Array.isArray(part)) part.forEach(note);
    if (!isNode(part)) return;
    if (typeof part["$id"] === "string") named.set(part["$id"], part);
    Object.values(part).forEach(note);
  };
  note(value);
  let isBroken = false;
  let left = 0;
  const resolved = (part: unknown): unknown => {
    left -= 1;
    isBroken ||= left < 0;
    if (isBroken) return undefined;
    if (Array.isArray(part)) return part.map(resolved);
    if (!isNode(part)) return part;
    const { $id: _, $ref: reference, $values: items, ...own } = part;
    const target = typeof reference === "string" ? named.get(reference) : part;
    isBroken ||= target === undefined;
    if (isBroken) return undefined;
    if (target !== part) return resolved(target);
    if (items !== undefined) return resolved(items);
    return Object.fromEntries(Object.entries(own).map(([name, one]) => [name, resolved(one)]));
  };
  left = Math.min(mostGrowth * (parts + mostGrowth), parts + mostAdded);
  const made = resolved(value);
  return isBroken ? undefined : made;
};

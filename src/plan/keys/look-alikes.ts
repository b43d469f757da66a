/**
 * Keys that people do not tell apart although they differ: one is another spelling of the other (臺北 and 台北, a blank inside), contains
 * characters that nobody sees, or letters of another alphabet (UTS 39). Whoever sees `A1` cannot know that its A is Cyrillic, so such a key
 * is an error on one side, not another object. Letters and digits of ASCII that resemble each other (O and 0, l and 1) make no
 * look-alikes: ordinary codes have both.
 */
import { invisibleInKeys } from "../../contract/records/texts.ts";
import { canonicalKey, sameKey } from "../../model/directory/canonical.ts";
import { withoutVariants } from "../values/character-variants.ts";
import { confusableCharacters } from "./confusable-characters.ts";

const drawnLike = new Map(
  Object.entries(confusableCharacters).flatMap(([shown, others]) => Array.from(others, (one) => [one, shown] as const)),
);

/** ASCII characters that share a prototype in UTS 39. */
const inAscii: Readonly<Record<string, string>> = { "0": "O", "1": "l", I: "l", "|": "l", "`": "'" };

/** How a character may be drawn: keys are compared without regard to case, and Н looks like H, but н not like h. */
const drawingsOf = (character: string): readonly string[] =>
  [...new Set([character, character.toUpperCase(), character.toLowerCase()])].map(
    (one) => drawnLike.get(one) ?? inAscii[one] ?? one,
  );

/** Every drawing, and the first of all that are connected with it: characters with connected drawings may look alike. */
const connected = (): ReadonlyMap<string, string> => {
  const groups = new Map<string, string>();
  const firstOf = (drawing: string): string => {
    const next = groups.get(drawing) ?? drawing;
    return next === drawing ? drawing : firstOf(next);
  };
  const ascii = Array.from({ length: 0x7f - 0x21 }, (_, at) => String.fromCharCode(0x21 + at));
  for (const character of [...drawnLike.keys(), ...ascii]) {
    const [first = character, ...others] = drawingsOf(character).map(firstOf);
    for (const other of others) if (firstOf(other) !== firstOf(first)) groups.set(firstOf(other), firstOf(first));
  }
  return new Map([...groups.keys()].map((drawing) => [drawing, firstOf(drawing)]));
};

const groupOf = connected();

const plain = /^[ -~]*$/;

/** The characters that are seen, without accents as characters of their own. */
const seen = (key: string): readonly string[] =>
  Array.from(key.normalize("NFKC").trim().normalize("NFKD")).filter((character) => !invisibleInKeys.test(character));

/** Has the key a character that nobody sees, or that another alphabet has, too? */
const isSuspect = (key: string): boolean =>
  !plain.test(key) &&
  (invisibleInKeys.test(key) ||
    Array.from(key.normalize("NFKD")).some((character) =>
      [character, character.toUpperCase(), character.toLowerCase()].some((one) => drawnLike.has(one)),
    ));

/** Equal for keys that look alike, and for some others. */
const roughLook = (key: string): string =>
  seen(key)
    .map((character) => {
      const [drawing = character] = drawingsOf(character.toLowerCase());
      return groupOf.get(drawing) ?? drawing;
    })
    .join("");

/** Do the keys differ, but in no character that people see, and in one that is not ASCII? */
const lookAlike = (one: string, other: string): boolean => {
  if (sameKey(one, other)) return false;
  const beside = seen(other);
  const pairs = seen(one).map((character, at) => [character, beside[at] ?? ""] as const);
  const differing = pairs.filter(([a, b]) => !sameKey(a, b));
  const isDrawnAlike = differing.every(([a, b]) => drawingsOf(a).some((drawing) => drawingsOf(b).includes(drawing)));
  return isDrawnAlike && (differing.length === 0 || differing.some(([a, b]) => !plain.test(a) || !plain.test(b)));
};

/** The key in the spelling that is compared: without blanks, and with one form of each Chinese character. */
const spelling = (key: string): string => {
  const canonical = canonicalKey(key);
  return unspelled.test(canonical) ? canonical : withoutVariants(canonical.replaceAll(/\s+/gu, ""));
};

/** All characters are visible ASCII, of which there is one spelling. */
const unspelled = /^[!-~]*$/;

/** `is`: whether a key may be meant by another one, which need not be so itself. `rough`: equal for keys that are meant by each other. */
type Likeness = {
  readonly is: (key: string) => boolean;
  readonly rough: (key: string) => string;
  readonly alike: (one: string, other: string) => boolean;
};

const drawn: Likeness = { is: isSuspect, rough: roughLook, alike: lookAlike };
const word: Likeness = {
  is: (key) => spelling(key) !== canonicalKey(key),
  rough: spelling,
  alike: (one, other) => !sameKey(one, other),
};

/** Returns a function that finds the values of all keys that differ from a key, but look the same or are another spelling of it. */
export const lookAlikesIn = <T>(entries: readonly (readonly [key: string, value: T])[]): ((key: string) => T[]) => {
  const finders = [drawn, word].map((likeness) => likeIn(entries, likeness));
  return (key) => [...new Set(finders.flatMap((find) => find(key)))];
};

/**
 * More keys that look roughly alike are no accident. All count as alike then, and the first are named: comparing each with all takes minutes
 * for some thousands.
 */
const mostNear = 50;

const likeIn = <T>(entries: readonly (readonly [key: string, value: T])[], { is, rough, alike }: Likeness) => {
  const grouped = (some: typeof entries) => Map.groupBy(some, ([key]) => rough(key));
  const suspects = grouped(entries.filter(([key]) => is(key)));
  let everything: typeof suspects | undefined;
  return (key: string): T[] => {
    // Of two that are alike, one is suspect, so an ordinary key is compared only with those that are.
    if (is(key)) everything ??= grouped(entries);
    else if (suspects.size === 0) return [];
    const near = (is(key) ? everything : suspects)?.get(rough(key)) ?? [];
    if (near.length > mostNear)
      return near
        .slice(0, mostNear)
        .filter(([other]) => !sameKey(other, key))
        .map(([, value]) => value);
    return near.flatMap(([other, value]) => (alike(other, key) ? [value] : []));
  };
};

/** The key with the code points of its suspect characters, because people cannot see the difference: `А[U+0410]1`. */
export const shownKey = (key: string): string =>
  Array.from(key)
    .map((character) => {
      const point = `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}]`;
      if (invisibleInKeys.test(character)) return point;
      return isSuspect(character) ? `${character}${point}` : character;
    })
    .join("");

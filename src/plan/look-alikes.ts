/**
 * Keys that people cannot tell apart although they differ: one contains characters that nobody sees, or letters of another
 * alphabet (UTS 39). Whoever sees `A1` cannot know that its A is Cyrillic, so such a key is an error on one side, not another
 * object. Letters and digits of ASCII that resemble each other (O and 0, l and 1) make no look-alikes: ordinary codes have both.
 */
import { invisibleInKeys } from "../contract/texts.ts";
import { canonicalKey } from "../model/canonical.ts";
import { confusableCharacters } from "./confusable-characters.ts";

const drawnLike = new Map(
  Object.entries(confusableCharacters).flatMap(([shown, others]) => [...others].map((one) => [one, shown] as const)),
);

/** ASCII characters that share a prototype in UTS 39. */
const inAscii: Readonly<Record<string, string>> = { "0": "O", "1": "l", I: "l", "|": "l", "`": "'" };

const plain = /^[ -~]*$/;

/** The characters that are seen, without accents as characters of their own. */
const seen = (key: string): readonly string[] =>
  [...key.normalize("NFKC").trim().normalize("NFKD")].filter((character) => !invisibleInKeys.test(character));

/** Has the key a character that nobody sees, or that another alphabet has, too? */
const isSuspect = (key: string): boolean =>
  !plain.test(key) &&
  (invisibleInKeys.test(key) ||
    [...key.normalize("NFKD")].some((character) =>
      [character, character.toUpperCase(), character.toLowerCase()].some((one) => drawnLike.has(one)),
    ));

/** As written, in capitals and in small letters: keys are compared without regard to case, and Н looks like H, but н not like h. */
const spellings: readonly ((character: string) => string)[] = [
  (character) => character,
  (character) => character.toUpperCase(),
  (character) => character.toLowerCase(),
];

const drawn = (character: string): string => drawnLike.get(character) ?? inAscii[character] ?? character;

/** What the key looks like, in each spelling. */
const looksOf = (key: string): readonly string[] =>
  spellings.map(
    (spelt, at) =>
      `${at}${seen(key)
        .map((character) => drawn(spelt(character)))
        .join("")}`,
  );

/** Do keys with the same look differ in more than ASCII characters? */
const isDisguised = (one: string, other: string): boolean => {
  const [a, b] = [seen(one), seen(other)];
  if (canonicalKey(a.join("")) === canonicalKey(b.join(""))) return true;
  return a.some((character, at) => {
    const beside = b[at] ?? "";
    return canonicalKey(character) !== canonicalKey(beside) && !(plain.test(character) && plain.test(beside));
  });
};

/** Returns a function that finds the values of all keys that differ from a key but look the same. */
export const lookAlikesIn = <T>(entries: readonly (readonly [key: string, value: T])[]): ((key: string) => T[]) => {
  const suspects = byLook(entries.filter(([key]) => isSuspect(key)));
  let everything: typeof suspects | undefined;
  return (key) => {
    const isKeySuspect = isSuspect(key);
    if (suspects.size === 0 && !isKeySuspect) return [];
    // Of two look-alikes, one is suspect, so an ordinary key is compared only with those that are.
    if (isKeySuspect) everything ??= byLook(entries);
    const index = isKeySuspect ? everything : suspects;
    const found = new Map(
      looksOf(key)
        .flatMap((look) => index?.get(look) ?? [])
        .map((entry) => [entry[0], entry[1]]),
    );
    return [...found].flatMap(([other, value]) =>
      canonicalKey(other) !== canonicalKey(key) && isDisguised(other, key) ? [value] : [],
    );
  };
};

const byLook = <T>(entries: readonly (readonly [string, T])[]) => {
  const index = new Map<string, (readonly [string, T])[]>();
  for (const entry of entries) {
    for (const look of looksOf(entry[0])) index.set(look, [...(index.get(look) ?? []), entry]);
  }
  return index;
};

/** The key with the code points of its suspect characters, because people cannot see the difference: `А[U+0410]1`. */
export const shownKey = (key: string): string =>
  [...key]
    .map((character) => {
      const point = `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}]`;
      if (invisibleInKeys.test(character)) return point;
      return isSuspect(character) ? `${character}${point}` : character;
    })
    .join("");

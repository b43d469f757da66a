/** Finds the known words that are most like a word that is not known, for messages such as "did you mean …?". */

/**
 * Up to a third of the letters may differ; the most similar word comes first. A word in which letters changed places, or that is
 * the beginning of the known one, is as similar as one with a wrong letter; of those that are as similar, the one that it begins comes first.
 */
export const nearest = (word: string, known: readonly string[]): readonly string[] => {
  const most = Math.max(1, Math.floor(word.length / 3));
  return known
    .map((one) => ({ one, steps: distance(word.toLowerCase(), one.toLowerCase()) }))
    .filter(({ steps }) => steps <= most)
    .sort((a, b) => a.steps - b.steps || Number(b.one.startsWith(word)) - Number(a.one.startsWith(word)))
    .map(({ one }) => one);
};

/** The end of a message that names what is similar; empty if nothing is. */
export const similarText = (near: readonly string[]): string =>
  near.length > 0 ? `; similar: ${near.join(", ")}` : "";

const distance = (word: string, known: string): number => {
  const isBeginning = word.length > 2 && known.startsWith(word);
  const steps = stepsBetween(word, known);
  return steps > 1 && (isBeginning || sorted(word) === sorted(known)) ? 1 : steps;
};

const sorted = (word: string): string => Array.from(word).sort().join("");

/** Levenshtein distance. */
const stepsBetween = (from: string, to: string): number => {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (const [line, letter] of Array.from(from).entries()) {
    const next = [line + 1];
    for (const [at, other] of Array.from(to).entries()) {
      const replaced = (row[at] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
};

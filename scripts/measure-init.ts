/** Measures `musterd init` over generated exports: `node scripts/measure-init.ts 1001 40` prints a line for each seed, and the sums. */
import { measured } from "../test/cli/init/measured.ts";

const [from = "1", count = "40"] = process.argv.slice(2);
let [matter, right, silent, unlisted, plans] = [0, 0, 0, 0, 0];
let mostQuestions = 0;
for (let seed = Number(from); seed < Number(from) + Number(count); seed++) {
  const one = await measured(seed);
  matter += one.matter;
  right += one.right;
  silent += one.silent.length;
  unlisted += one.unlisted.length;
  mostQuestions = Math.max(mostQuestions, one.questions.length);
  const isRight = one.differences.length === 0 && one.questions.length <= 3;
  if (isRight) plans++;
  console.log(
    `${isRight ? "✓" : "✗"} ${seed} ${one.what} · ${one.right}/${one.matter} · asked: ${one.questions.join(", ")}`,
  );
  for (const line of [
    ...one.missed,
    ...one.silent.map((what) => `SILENT ${what}`),
    ...one.unlisted.map((what) => `UNLISTED ${what}`),
    ...one.differences.slice(0, 3),
  ])
    console.log(`    ${line}`);
}
console.log(
  `columns ${right} of ${matter} (${Math.round((right / matter) * 1000) / 10} %), silently wrong ${silent}, not listed ${unlisted}, at most ${mostQuestions} questions, right plans with ≤ 3 answers ${plans} of ${count}`,
);

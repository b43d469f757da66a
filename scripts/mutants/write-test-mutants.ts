/** Edits of what keeps the write test from harming anybody, and of what it promises to put back. */
import { type Mutant, mutantsOf } from "./mutant.ts";

const tests = ["test/run/write-test.test.ts"];

export const writeTestMutants: readonly Mutant[] = [
  ...mutantsOf("src/plan/read-back/write-test.ts", tests, [
    [
      "...(original.beside ?? []).flatMap((one) => restoringBeside(one, differs, now)),",
      "",
      "what a write took from others stays taken",
    ],
    [
      "...(person.beside ? [...titleSteps",
      "...(true ? [...titleSteps",
      "posts are tried where nobody can look at the others",
    ],
    [
      "manages.find((managed) => alone.some((one) => sameKey(one, managed)))",
      'manages.find((managed) => alone.length >= 0 && managed !== "")',
      "the manager of a department with other members is taken away",
    ],
    [
      'other !== undefined ? "takes-from-others" :',
      'other === "" ? "takes-from-others" :',
      "what a write takes from others is remembered as the person's own",
    ],
    [
      '...(differs.has("post/posts") ? [{ id: "E14", account, before: now.employee.posts ?? [], posts } as const] : []),',
      "",
      "posts that were lost stay lost",
    ],
  ]),
  ...mutantsOf("src/run/write-test.ts", tests, [
    [
      "if (!kept) return undefined;",
      "if (!kept || kept.alone.length < 9) return undefined;",
      "the person of a test that was cut off stays as it left them",
    ],
    [
      "const result = left ?? (await",
      "const result = (await",
      "the state that a test has left is taken for the one before",
    ],
    ["    left = await putBack(deps, original, lease);", "    left = [];", "the person keeps what the test wrote"],
    ["    await payRefresh(deps, lease);\n    const now", "    const now", "the permissions are not refreshed"],
    [
      "left.some((name) => !before.includes(name))",
      "false",
      "what shows only after the refresh stays as the test wrote it",
    ],
    [": known && found.length <= mostBeside", ": known", "a department of thousands is read after each write"],
    [
      "if (shown().length > 0) {",
      "if (shown().length > 9) {",
      "a site that shows writes late is taken for one with habits",
    ],
  ]),
  ...mutantsOf(
    "src/cli/state/check-site.ts",
    ["test/cli/state/check-site.test.ts"],
    [
      ["if (realPerson !== true) await refuseRealPeople(app, account);", "", "somebody of HR's data is written to"],
      [
        "(await ask(site.testTyped(account))) === account",
        '(await ask(site.testTyped(account))) !== ""',
        "another account is typed, and the test begins",
      ],
    ],
  ),
];

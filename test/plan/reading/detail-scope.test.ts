/** Tests whose posts are read before planning: of people whose posts HR states, and of everybody where that is needed or cheap. */
import { expect, test } from "vitest";
import { detailScope } from "../../../src/plan/reading/detail-scope.ts";
import { type DirectoryBuilder, directory } from "../../support/directory/directory-builder.ts";

const company = () => directory().level("L1").title("T1").department("RD");
const service = company().employee("ann").employee("bob").employee("cid").employee("dan", { active: false }).target();
const closing = directory().title("T1", { active: false }).employee("ann");

test.each<[what: string, hr: DirectoryBuilder, read: string]>([
  ["of whom HR states posts", company().employee("ann").in("RD").employee("bob").employee("cid"), "ann"],
  [
    "of everybody, if that is at most twice as much",
    company().employee("ann").in("RD").employee("bob").in("RD"),
    "ann bob cid",
  ],
  [
    "of whoever comes back, too",
    company().employee("ann").in("RD").employee("bob").in("RD").employee("dan"),
    "ann bob cid dan",
  ],
  ["of everybody, if a title may be closed", closing, "ann bob cid"],
  ["of nobody, if HR states none", company().employee("ann").employee("bob"), ""],
])("posts are read %s", (_, hr, read) => {
  expect(detailScope(hr.source(), service).postsOf.toSorted().join(" ")).toBe(read);
});

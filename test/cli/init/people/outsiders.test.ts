/** Guests and service accounts stand among people in exports of directories; whether they are people is asked. */
import { describe, expect, it } from "vitest";
import type { Question } from "../../../../src/cli/init/draft.ts";
import { inFolder, proposalOf, readWith } from "../proposal-of.ts";

const read = (header: string, kinds: readonly string[], said: string) => {
  const rows = Array.from(
    { length: 8 },
    (_, at) => `E${at}7,u${at},陳${at},${at === 3 ? "社外" : "研發部"},${kinds[at] ?? kinds[0]}`,
  );
  const answer = ({ id, options }: Question) => (id === "outsiders" ? said : (options[0]?.value ?? "?"));
  return inFolder({ "people.csv": `工號,帳號,姓名,部門,${header}\n${rows.join("\n")}\n` }, async (folder) => {
    const { first, yaml } = await proposalOf(folder, answer);
    const { snapshot } = await readWith(folder, yaml);
    const question = first.questions.find(({ id }) => id === "outsiders");
    const { employees = [], departments = [] } = snapshot.directory;
    return { question, people: employees.length, departments: departments.map(({ code }) => code) };
  });
};

describe("rows of outsiders", () => {
  it.each([
    ["userType", "Member", "Guest"],
    ["Worker Type", "Employee", "External"],
    ["Employee Type", "Regular", "External"],
    ["類別", "員工", "服務帳號"],
    ["Kind", "Person", "Service Account"],
  ])("are asked about, and left out at first: %s", async (header, one, other) => {
    const kinds = [one, one, one, other];
    const { question, people, departments } = await read(header, kinds, "leave-out");
    expect(question?.options.map(({ value }) => value)).toEqual(["leave-out", "keep"]);
    expect(question?.suggested).toBeUndefined();
    expect({ people, departments }).toEqual({ people: 7, departments: ["研發部"] });
  });

  it("are people if somebody says so", async () => {
    const { people, departments } = await read("userType", ["Member", "Member", "Member", "Guest"], "keep");
    expect({ people, departments }).toEqual({ people: 8, departments: ["研發部", "社外"] });
  });

  it("have no posts either", async () => {
    const kinds = ["Member,", "Member,研發部", "Member,", "Guest,研發部"];
    const files = kinds
      .concat(kinds)
      .map((kind, at) => `E${at}7,u${at},陳${at},${at % 2 ? "業務部" : "研發部"},${kind}`);
    await inFolder({ "people.csv": `工號,帳號,姓名,部門,userType,兼任\n${files.join("\n")}\n` }, async (folder) => {
      const { yaml } = await proposalOf(folder, ({ options }) => options[0]?.value ?? "?");
      const { snapshot } = await readWith(folder, yaml);
      expect(snapshot.rejected).toEqual([]);
      expect(snapshot.directory.employees?.map(({ posts }) => posts?.length)).toEqual([1, 2, 1, 1, 2, 1]);
    });
  });

  it("are none where no word says so", async () => {
    const { question, people } = await read("userType", ["Member", "Member", "Member", "Intern"], "?");
    expect({ question, people }).toEqual({ question: undefined, people: 8 });
  });
});

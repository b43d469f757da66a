import { expect, it } from "vitest";
import { loadConfig } from "../../src/config/config.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { createHrSource } from "../../src/source/hr-source.ts";
import { freshMemory } from "./csv-folder.ts";

const read = async () => {
  const { source } = loadConfig("config/oracle-hr.yaml", {});
  return (await createHrSource(source, freshMemory, systemClock).read([])).snapshot;
};

it("Oracle's HR tables are read whole by mapping alone", async () => {
  const { directory, rejected } = await read();
  expect(rejected).toEqual([]);
  expect(directory.departments).toHaveLength(27);
  expect(directory.employees).toHaveLength(107);
  expect(directory.titles).toHaveLength(19);
  expect(directory.levels).toEqual([{ code: "DEPT", name: "Department", active: true, order: 0 }]);
});

it("Oracle's person without a department has no statement about posts, everybody else one main post", async () => {
  const { directory } = await read();
  const without = directory.employees?.filter(({ posts }) => posts === undefined);
  expect(without?.map(({ number }) => number)).toEqual(["178"]);
  const others = directory.employees?.filter(({ posts }) => posts !== undefined) ?? [];
  expect(others.map(({ posts }) => posts?.map(({ main }) => main))).toEqual(others.map(() => [true]));
});

it("Oracle's departments name their manager by account, sixteen have none", async () => {
  const { directory } = await read();
  expect(directory.departments?.filter(({ manager }) => manager === null)).toHaveLength(16);
  expect(directory.departments?.find(({ code }) => code === "90")?.manager).toBe("sking");
  expect(directory.employees?.find(({ account }) => account === "bmiller")).toEqual({
    account: "bmiller",
    number: "104",
    name: "Bruce Miller",
    phoneNumber: "1.590.555.0104",
    hireDate: "2017-05-21",
    email: "bmiller@example.com",
    loginValidation: ["UOF"],
    active: true,
    posts: [{ department: "60", main: true, title: "IT_PROG", supervisor: "ajames" }],
  });
});

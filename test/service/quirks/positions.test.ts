/** Quirks of codes and positions: the first number, what a move does to other objects, and where new objects are placed. */
import { beforeEach, describe, expect, it } from "vitest";
import { baseline } from "../cases/baseline.ts";
import { errorCodeOf } from "../running-service.ts";
import { startQuirkyService } from "./quirky-service.ts";

const { service, quirks, answerTo } = await startQuirkyService();

describe("longestCode", () => {
  it("limits new codes", async () => {
    await quirks({ longestCode: 3 });
    const level = (code: string) => service.call("V2", { body: { code, name: "x", active: true } });
    expect((await level("ABC")).status).toBe(200);
    expect(errorCodeOf(await level("ABCD"))).toBe("OPA-CODE-LONG");
    const renamed = await service.call("T3", { body: { originalCode: "ENG", code: "ENGINE", title: "x" } });
    expect(errorCodeOf(renamed)).toBe("OPA-CODE-LONG");
  });

  it("lets an object keep a longer code that it has", async () => {
    await quirks({ longestCode: 2 });
    const renamed = { originalCode: "ENG", code: "ENG", title: "Engineers" };
    expect(await answerTo("T3", { body: renamed })).toMatchObject({ code: "ENG", title: "Engineers" });
  });
});

describe("otherCategory", () => {
  const move = (categoryName: string) => service.call("J7", { body: { code: "DEV", categoryName, seq: 0 } });

  it("is refused if it belongs to another object, but not its own", async () => {
    await quirks({ otherCategory: "refused" });
    expect(errorCodeOf(await move("Leading"))).toBe("OPA-CATEGORY-FIXED");
    expect((await move("Making")).status).toBe(200);
    expect(await service.dump()).toEqual(baseline());
  });
});

type Numbered = { readonly code: string; readonly seq: number };

/** Codes with their positions, as a list operation returns them. */
const shown = async (id: "V1" | "D1" | "J4" | "T1") =>
  ((await answerTo(id)) as (Numbered | Numbered[])[]).flat().map(({ code, seq }) => `${code} ${seq}`);

describe("firstPosition", () => {
  beforeEach(() => quirks({ firstPosition: 1 }));

  it("numbers levels, departments and functions from 1, like titles", async () => {
    expect(await shown("V1")).toEqual(["L1 1", "L2 2", "L3 3", "L4 4"]);
    expect(await shown("D1")).toEqual(["HQ 1", "RD 1", "RD1 1", "RD2 2", "FIN 2", "LAB 2"]);
    expect(await shown("J4")).toEqual(["DEV 1", "OPS 2", "QA 3", "LEAD 1", "AUDIT 1"]);
    expect(await shown("T1")).toEqual(["MGR 1", "DEP 2", "CHIEF 3", "ENG 1"]);
    await quirks({});
    expect(await shown("V1")).toEqual(["L1 0", "L2 1", "L3 2", "L4 3"]);
    expect(await shown("T1")).toEqual(["MGR 1", "DEP 2", "CHIEF 3", "ENG 1"]);
  });

  it("accepts a position as it shows it, and 0 as the first", async () => {
    expect(await answerTo("V4", { body: { code: "L4", seq: 2 } })).toMatchObject({ seq: 2 });
    expect(await shown("V1")).toEqual(["L1 1", "L4 2", "L2 3", "L3 4"]);
    expect(await answerTo("V4", { body: { code: "L3", seq: 0 } })).toMatchObject({ seq: 1 });
    expect(await answerTo("V4", { body: { code: "L2", seq: 99 } })).toMatchObject({ seq: 4 });
    await service.call("J7", { body: { code: "QA", categoryName: "Making", seq: 1 } });
    expect((await shown("J4")).slice(0, 3)).toEqual(["QA 1", "DEV 2", "OPS 3"]);
    expect(await answerTo("J2", { body: { category: "Checking", seq: 2 } })).toMatchObject({ seq: 2 });
    await service.call("D7", { body: { parentCode: "HQ", code: "FIN", seq: 1 } });
    await service.call("D8", { body: { batchMove: [{ code: "RD2", parentCode: "RD", seq: 1, active: true }] } });
    expect(await shown("D1")).toEqual(["HQ 1", "FIN 1", "RD 2", "RD2 1", "RD1 2", "LAB 2"]);
    await service.call("T4", { body: { code: "CHIEF", rank: 10, seq: 2 } });
    expect((await shown("T1")).slice(0, 3)).toEqual(["MGR 1", "CHIEF 2", "DEP 3"]);
  });
});

describe("assignedPositions", () => {
  it("stores the number of a level as sent, shows ties by age, and closes no gap", async () => {
    await quirks({ assignedPositions: ["level"] });
    expect(await answerTo("V4", { body: { code: "L4", seq: 1 } })).toMatchObject({ seq: 1 });
    expect(await shown("V1")).toEqual(["L1 0", "L2 1", "L4 1", "L3 2"]);
    await service.call("V4", { body: { code: "L3", seq: 70 } });
    await service.call("V6", { params: { code: "L4" } });
    await service.call("V2", { body: { code: "L5", name: "five" } });
    expect(await shown("V1")).toEqual(["L1 0", "L2 1", "L3 70", "L5 71"]);
  });

  it("counts from the site's first number", async () => {
    await quirks({ assignedPositions: ["level"], firstPosition: 1 });
    await service.call("V4", { body: { code: "L4", seq: 1 } });
    expect(await shown("V1")).toEqual(["L1 1", "L4 1", "L2 2", "L3 3"]);
    await service.call("V4", { body: { code: "L3", seq: 0 } });
    expect(await shown("V1")).toEqual(["L3 0", "L1 1", "L4 1", "L2 2"]);
  });

  it("applies to titles, in T2 and T4", async () => {
    await quirks({ assignedPositions: ["title"] });
    await service.call("T4", { body: { code: "MGR", rank: 10, seq: 3 } });
    expect(await shown("T1")).toEqual(["DEP 2", "MGR 3", "CHIEF 3", "ENG 1"]);
    await service.call("T4", { body: { code: "DEP", rank: 20 } });
    await service.call("T2", { body: { code: "NEW", title: "New", rank: 10, seq: 1, active: true } });
    expect(await shown("T1")).toEqual(["NEW 1", "MGR 3", "CHIEF 3", "ENG 1", "DEP 2"]);
  });

  it("applies to functions and categories", async () => {
    await quirks({ assignedPositions: ["function", "category"] });
    await service.call("J7", { body: { code: "QA", categoryName: "Making", seq: 0 } });
    expect((await shown("J4")).slice(0, 3)).toEqual(["DEV 0", "QA 0", "OPS 1"]);
    await service.call("J7", { body: { code: "DEV", categoryName: "Leading", seq: 5 } });
    expect(await answerTo("J2", { body: { category: "Making", seq: 8 } })).toMatchObject({ seq: 8 });
    expect(await shown("J4")).toEqual(["LEAD 0", "DEV 5", "AUDIT 0", "QA 0", "OPS 1"]);
  });

  it("applies to departments, also when they leave a parent", async () => {
    await quirks({ assignedPositions: ["department"] });
    await service.call("D7", { body: { parentCode: null, code: "RD1", seq: 1 } });
    expect(await shown("D1")).toEqual(["HQ 0", "RD 0", "RD2 1", "FIN 1", "RD1 1", "LAB 1"]);
  });

  it("of one kind do not affect the others", async () => {
    await quirks({ assignedPositions: ["title"] });
    await service.call("V4", { body: { code: "L4", seq: 1 } });
    expect(await shown("V1")).toEqual(["L1 0", "L4 1", "L2 2", "L3 3"]);
  });
});

describe("newPlace", () => {
  const create = async () => {
    await service.call("D2", {
      body: { parentCode: "HQ", code: "TAX", deptLevelCode: "L3", name: "Tax", active: true },
    });
    await service.call("J5", { body: { code: "TEST", categoryName: "Making", jobFunc: "Test", active: true } });
  };

  it("is the last", async () => {
    await create();
    expect((await shown("D1")).filter((one) => /RD |FIN|TAX/.test(one))).toEqual(["RD 0", "FIN 1", "TAX 2"]);
    expect((await shown("J4")).slice(0, 4)).toEqual(["DEV 0", "OPS 1", "QA 2", "TEST 3"]);
  });

  it("is the first, before the others or, where numbers are assigned, with the same number as one of them", async () => {
    await quirks({ newPlace: "first", assignedPositions: ["function"] });
    await create();
    expect((await shown("D1")).filter((one) => /RD |FIN|TAX/.test(one))).toEqual(["TAX 0", "RD 1", "FIN 2"]);
    expect((await shown("J4")).slice(0, 4)).toEqual(["DEV 0", "TEST 0", "OPS 1", "QA 2"]);
  });

  it("keeps the order of a loaded company", async () => {
    await quirks({ newPlace: "first" });
    await service.load(baseline());
    expect(await service.dump()).toEqual(baseline());
  });
});

/** Lives of fixed seeds on the simulated machine: right, and the same twice. Each judge finds what is put before it. */
import { describe, expect, it } from "vitest";
import { live } from "./live.ts";
import { drawScenario, type Scenario } from "./scenario.ts";
import type { Site } from "./site.ts";

const small = { people: 18, nights: 7 };

describe("a life from a seed", () => {
  it.each([1, 2, 3, 4])("%i ends with nothing that a judge finds", async (seed) => {
    expect((await live(drawScenario(seed, small))).wrong).toEqual([]);
  });

  it("is the same each time, with other lives between", async () => {
    const digests = [];
    for (const seed of [7, 8, 7]) digests.push((await live(drawScenario(seed, small))).digest);
    expect(digests[2]).toBe(digests[0]);
    expect(digests[1]).not.toBe(digests[0]);
  });
});

/** Nothing happens in this life. */
const quiet: Scenario = {
  seed: 1,
  people: 12,
  nights: 4,
  isAdopted: false,
  isLegacy: false,
  isPlain: false,
  plot: "",
  hasCaps: false,
  quirks: [],
  habits: [],
  events: [],
  faults: [],
  deeds: [],
};

const foundWith = async (tamper: (site: Site, night: number) => void): Promise<readonly string[]> =>
  (await live(quiet, { tamper })).wrong.map(({ what }) => what);

const firstTwo = ({ company }: Site) => {
  const [one, other] = company.employees.all();
  if (!one || !other) throw new Error("the site is empty");
  return { one, other };
};

describe("the judges", () => {
  it("find nothing in a quiet life", async () => {
    expect(await foundWith(() => undefined)).toEqual([]);
  });

  it("find a value that no run has said", async () => {
    const spoil = (site: Site, night: number) => {
      const { one } = firstTwo(site);
      if (night === 1) site.company.employees.put({ ...one, data: { ...one.data, phoneNumber: "0" } });
    };
    expect(await foundWith(spoil)).toContain("silent");
  });

  it("find a record that became somebody else's", async () => {
    const overwrite = (site: Site, night: number) => {
      const { one, other } = firstTwo(site);
      if (night === 1)
        site.company.employees.put({ ...one, data: { ...one.data, idCardNumber: other.data.idCardNumber } });
    };
    expect(await foundWith(overwrite)).toContain("overwritten");
  });

  it("find a second record of a person", async () => {
    const double = (site: Site, night: number) => {
      const { one } = firstTwo(site);
      const data = { ...one.data, account: "second", employeeNumber: "second" };
      if (night === 1) site.company.employees.put({ ...one, id: site.company.newId(), data });
    };
    expect(await foundWith(double)).toContain("doubled");
  });

  it("find a write without a refresh that nobody owes", async () => {
    const write = (site: Site, night: number) => {
      const user = { userType: 0, userCode: firstTwo(site).one.data.account };
      const request = { operation: "E8", params: {}, body: { user, expiredTime: null } } as const;
      if (night === 1) site.perform(request, "daemon");
    };
    expect(await foundWith(write)).toContain("refresh");
  });

  it("find a refresh without a write", async () => {
    const refresh = (site: Site, night: number) => {
      if (night === 1) site.perform({ operation: "P1", params: {} }, "daemon");
    };
    expect(await foundWith(refresh)).toContain("refresh");
  });
});

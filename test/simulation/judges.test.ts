/** Each judge of simulated lives finds what is put before it in a life in which nothing else happens. */
import { describe, expect, it } from "vitest";
import { live } from "./live.ts";
import type { Scenario } from "./scenario.ts";
import type { Site } from "./site.ts";

/** Nothing happens in this life. */
const quiet: Scenario = {
  seed: 1,
  people: 12,
  nights: 4,
  isAdopted: false,
  isLegacy: false,
  isPlain: false,
  isAlike: false,
  plot: "",
  hasCaps: false,
  quirks: [],
  habits: [],
  readings: [],
  lateMs: 0,
  mendedFrom: 4,
  events: [],
  faults: [],
  deeds: [],
};

type Tamper = NonNullable<NonNullable<Parameters<typeof live>[1]>["tamper"]>;

const foundWith = async (tamper: Tamper, scenario = quiet): Promise<readonly string[]> =>
  (await live(scenario, { tamper })).wrong.map(({ what }) => what);

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

  it("find a second record where the site hides whoever has left, unless the memory is lost and no key leads there", async () => {
    const double = (keys: object) => (site: Site, night: number) => {
      const { one } = firstTwo(site);
      const data = { ...one.data, account: "second", employeeNumber: "second", ...keys, active: false };
      if (night === 2) site.company.employees.put({ ...one, id: site.company.newId(), data });
    };
    const hiding: Scenario = { ...quiet, quirks: ["inactivePeople hidden"] };
    const forgetful: Scenario = { ...hiding, deeds: [{ night: 1, what: "lose-store", a: 0 }] };
    expect(await foundWith(double({}), hiding)).toContain("doubled");
    expect(await foundWith(double({}), { ...forgetful, quirks: [] })).toContain("doubled");
    expect(await foundWith(double({}), forgetful)).not.toContain("doubled");
  });

  it("find a second record without the ID number, although a plan names it, and nobody else whom it names", async () => {
    const add =
      (fields: object): Tamper =>
      (site, night) => {
        const { one } = firstTwo(site);
        const data = { ...one.data, account: "second", employeeNumber: "second", idCardNumber: null, ...fields };
        if (night === 1) site.company.employees.put({ ...one, id: site.company.newId(), data });
      };
    const later = async (tamper: Tamper) =>
      (await live(quiet, { tamper })).wrong.flatMap(({ night, what }) => (night > 1 ? [what] : []));
    expect(new Set(await later(add({})))).toEqual(new Set(["silent"]));
    expect(await later(add({ name: "某某", email: null, phoneNumber: null }))).toEqual([]);
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

  const changesNothing = ({ company, perform }: Site) => {
    const [one] = company.employees.all();
    const user = { userType: 0, userCode: one?.data.account };
    perform({ operation: "E8", params: {}, body: { user, expiredTime: null } }, "daemon");
  };

  it("find a night in which no run ended", async () => {
    expect(await foundWith((_, night) => (night === 1 ? { runs: [] } : undefined))).toEqual(["stuck"]);
  });

  it("find a run that ends as a defect of the program", async () => {
    const fail = (_: Site, night: number, runs: Parameters<Tamper>[2]) =>
      night === 1
        ? { runs: runs.map((one) => ({ ...one, run: { ...one.run, error: { code: "internal", message: "deep" } } })) }
        : undefined;
    expect(await foundWith(fail as Tamper)).toContain("internal");
  });

  it("find runs that go on after one that has succeeded", async () => {
    expect(await foundWith((_, night) => (night === 1 ? { isQuiet: false } : undefined))).toEqual(["restless"]);
  });

  it("find a run that is waited for and does not come", async () => {
    const asleep = { isQuiet: false, isDisturbed: true, idleMs: 8 * 3_600_000 };
    expect(await foundWith((_, night) => (night === 1 ? asleep : undefined))).toEqual(["asleep"]);
  });

  it("find writes where nothing had changed", async () => {
    const write = (site: Site, night: number) => {
      if (night !== 2) return;
      changesNothing(site);
      site.perform({ operation: "P1", params: {} }, "daemon");
    };
    expect(await foundWith(write)).toContain("needless");
  });

  it("find two refreshes in one run", async () => {
    const refreshTwice = (site: Site, night: number) => {
      if (night !== 1) return;
      changesNothing(site);
      for (let time = 0; time < 2; time += 1) site.perform({ operation: "P1", params: {} }, "daemon");
    };
    expect(await foundWith(refreshTwice)).toContain("refresh");
  });

  it("find an import that is blocked", async () => {
    const block: Tamper = (_, night, runs) =>
      night === 0 ? { runs: runs.map((one) => ({ ...one, run: { ...one.run, status: "blocked" } })) } : undefined;
    expect(await foundWith(block)).toContain("blocked");
  });

  it("find a plan that writes", async () => {
    const writeWhilePlanning = (site: Site, night: number) => {
      const { perform } = site;
      let isFirst = true;
      const meddling: Site["perform"] = (request, by) => {
        if (night === 2 && isFirst) changesNothing({ ...site, perform });
        isFirst = false;
        return perform(request, by);
      };
      Object.assign(site, { perform: meddling });
    };
    expect(await foundWith(writeWhilePlanning)).toContain("dry");
  });

  it("find somebody who comes back and is refused as somebody new", async () => {
    // Whoever has left is neither listed nor found, and cannot be enabled.
    const hide = (site: Site, night: number) => {
      const { perform } = site;
      const left = () => site.dump().employees.filter(({ active }) => !active);
      const isOf = ({ account, employeeNumber }: ReturnType<typeof left>[number], asked: string) =>
        [account, employeeNumber].some((key) => asked.includes(`"${key}"`));
      const gone = { status: 404, contentType: "application/json", text: '{"errorCode":"NOBODY","traceId":"t"}' };
      const hiding: Site["perform"] = (request, by) => {
        const isHidden = left().some((one) => isOf(one, JSON.stringify(request)));
        if (request.operation === "E2" && isHidden) return { ...gone, status: 200, text: "null" };
        return request.operation === "E7" && isHidden ? gone : perform(request, by);
      };
      if (night === 2) Object.assign(site, { perform: hiding });
    };
    const returning: Scenario = {
      ...quiet,
      nights: 5,
      quirks: ["inactivePeople hidden"],
      events: [
        { day: 1, what: "leave", a: 3, b: 1, c: 3 },
        { day: 3, what: "comeBack", a: 0, b: 0, c: 0 },
      ],
    };
    expect(await foundWith(() => undefined, returning)).toEqual([]);
    expect(await foundWith(hide, returning)).toContain("kept-out");
  });

  it("find a last day that a restored site has lost", async () => {
    const lose = (site: Site, night: number) => {
      const { one } = firstTwo(site);
      if (night === 2) site.company.employees.put({ ...one, resignationDate: "2099-01-31" });
    };
    const restored: Scenario = {
      ...quiet,
      events: [{ day: 1, what: "join", a: 1, b: 2, c: 3 }],
      deeds: [{ night: 2, what: "restore-site", a: 1 }],
    };
    expect(await foundWith(() => undefined, restored)).toEqual([]);
    expect(await foundWith(lose, restored)).toContain("last-day");
  });
});

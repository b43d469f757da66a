/** Quirks of people, their posts and supervisors. */
import { describe, expect, it } from "vitest";
import { account, baseline } from "../cases/baseline.ts";
import { errorCodeOf } from "../running-service.ts";
import { byAccount, startQuirkyService } from "./quirky-service.ts";

const { service, quirks, answerTo } = await startQuirkyService();

describe("e11Omitted", () => {
  it("clears exactly the fields that E11 and D3 leave out", async () => {
    await quirks({ e11Omitted: "clear" });
    const expected = baseline();
    await service.call("E11", { body: { user: account("amy"), account: "amy", name: "Amy", gender: "Other" } });
    await service.call("D3", { body: { originalCode: "RD", code: "RD", name: "Name of RD", deptLevelCode: "L2" } });
    expected.employees[0] = {
      ...(expected.employees[0] as (typeof expected.employees)[number]),
      name: "Amy",
      loginValidation: null,
      employeeNumber: null,
      englishName: null,
      birthDate: null,
      businessCard: null,
      hireDate: null,
      email: null,
    };
    (expected.departments[1] as { description: string | null }).description = null;
    expect(await service.dump()).toEqual(expected);
  });
});

describe("e14", () => {
  const postsOf = async (name: string) =>
    (await service.dump()).employees
      .find((person) => person.account === name)
      ?.depts.map(({ code, isMainDept, supervisor }) => [code, isMainDept, supervisor]);

  it("merges: a new main post makes the old one part-time", async () => {
    await quirks({ e14: "merge" });
    await service.call("E14", { body: { user: account("cat"), depts: [{ code: "RD2", isMainDept: true }] } });
    expect(await postsOf("cat")).toEqual([
      ["RD2", true, null],
      ["RD1", false, null],
      ["FIN", false, "amy"],
    ]);
  });

  it("merges: a part-time post is added to the main one, and a person always keeps one", async () => {
    await quirks({ e14: "merge" });
    await service.call("E14", { body: { user: account("dan"), depts: [{ code: "HQ", isMainDept: false }] } });
    expect(await postsOf("dan")).toEqual([
      ["HQ", false, null],
      ["FIN", true, null],
    ]);
    const answer = await service.call("E14", {
      body: { user: account("dan"), depts: [{ code: "FIN", isMainDept: false }] },
    });
    expect(errorCodeOf(answer)).toBe("OPA-POSTS-MAIN");
  });
});

describe("supervisorShown", () => {
  const shownFor = async (name: string) =>
    ((await answerTo("E4", byAccount(name))) as { depts: { superVisorAccount: string | null }[] }).depts.map(
      (post) => post.superVisorAccount,
    );

  it("shows the effective approver: the chosen one, the manager, or the manager above", async () => {
    expect(await shownFor("cat")).toEqual([null, "amy"]);
    await quirks({ supervisorShown: "effective" });
    expect(await shownFor("cat")).toEqual(["bob", "amy"]);
    expect(await shownFor("bob")).toEqual(["amy", "amy"]);
    expect(await shownFor("amy")).toEqual([null]);
  });
});

describe("idNumbers", () => {
  it("are masked in the middle and stored unchanged", async () => {
    await service.call("E12", { body: { account: "fay", name: "Fay", idCardNumber: "Z900000123" } });
    await quirks({ idNumbers: "masked" });
    expect(await answerTo("E2", byAccount("fay"))).toMatchObject({ idCardNumber: "Z90****123" });
    expect(await answerTo("E2", byAccount("amy"))).toMatchObject({ idCardNumber: null });
    expect((await service.dump()).employees.at(-1)).toMatchObject({ idCardNumber: "Z900000123" });
  });
});

describe("newEmployees", () => {
  it("are inactive until E7", async () => {
    await quirks({ newEmployees: "inactive" });
    await service.call("E12", { body: { account: "fay", name: "Fay" } });
    expect(await answerTo("E2", byAccount("fay"))).toMatchObject({ active: false, locked: false });
  });
});

describe("inactivePeople", () => {
  it("are hidden from the lists, but found individually", async () => {
    await quirks({ inactivePeople: "hidden" });
    expect(((await answerTo("E1")) as object[]).length).toBe(4);
    expect(await answerTo("E2", byAccount("eve"))).toMatchObject({ active: false });
  });
});

describe("inactivePeople and departments", () => {
  it("are hidden from D9, and found by E2, E4 and D10", async () => {
    await service.call("E7", { body: { user: account("bob"), active: false } });
    const members = async () =>
      ((await answerTo("D9", { params: { code: "HQ", includeSubDept: "false" } })) as { account: string }[]).map(
        (person) => person.account,
      );
    expect(await members()).toEqual(["amy", "bob"]);
    await quirks({ inactivePeople: "hidden" });
    expect(await members()).toEqual(["amy"]);
    expect(await answerTo("E2", byAccount("bob"))).toMatchObject({ account: "bob", active: false });
    expect(await answerTo("E4", byAccount("bob"))).toMatchObject({ depts: [{ code: "RD" }, { code: "HQ" }] });
    expect(await answerTo("D10", { params: { code: "RD" } })).toMatchObject({ account: "bob" });
  });
});

describe("personalData", () => {
  const fay = { account: "fay", name: "Fay", birthDate: "1990-05-06T00:00:00+08:00", phoneNumber: "0912345678" };

  it("is masked wherever a person is shown, and stored unchanged", async () => {
    await service.call("E12", { body: { ...fay, idCardNumber: "Z900000123" } });
    expect(await answerTo("E2", byAccount("fay"))).toMatchObject(fay);
    await quirks({ personalData: "masked" });
    const shown = { birthDate: "1990-**-**", phoneNumber: "091****678", idCardNumber: "Z900000123" };
    expect(await answerTo("E2", byAccount("fay"))).toMatchObject(shown);
    expect(((await answerTo("E1")) as object[]).at(-1)).toMatchObject(shown);
    expect(await answerTo("E2", byAccount("amy"))).toMatchObject({ birthDate: "1980-**-**", phoneNumber: null });
    expect((await service.dump()).employees.at(-1)).toMatchObject(fay);
  });

  it("is lost when E11 leaves it out, if the site masks and clears", async () => {
    await service.call("E12", { body: { ...fay, idCardNumber: "Z900000123" } });
    await quirks({ personalData: "masked", idNumbers: "masked", e11Omitted: "clear" });
    await service.call("E11", { body: { user: account("fay"), account: "fay", name: "Fay May" } });
    expect((await service.dump()).employees.at(-1)).toMatchObject({
      name: "Fay May",
      birthDate: null,
      phoneNumber: null,
      idCardNumber: null,
    });
  });
});

describe("nullExpiry", () => {
  const expire = (expiredTime: string | null) => service.call("E8", { body: { user: account("amy"), expiredTime } });

  it("clears the expiry, or is refused while a date is accepted", async () => {
    expect((await expire(null)).status).toBe(200);
    await quirks({ nullExpiry: "refused" });
    expect((await expire("2030-01-01T00:00:00Z")).status).toBe(200);
    expect(errorCodeOf(await expire(null))).toBe("OPA-REQUEST-INVALID");
    expect(await answerTo("E2", byAccount("amy"))).toMatchObject({ expiredTime: "2030-01-01T00:00:00Z" });
    expect((await service.call("E9", { body: { user: account("amy"), resignationDate: null } })).status).toBe(200);
  });
});

describe("supervisorsOnReplace", () => {
  const chosen = async (name: string) =>
    (await service.dump()).employees
      .find((person) => person.account === name)
      ?.depts.map(({ code, supervisor }) => [code, supervisor]);
  const choose = (deptCode: string) =>
    service.call("E13", { body: { user: account("cat"), deptCode, supervisorType: 1, supervisor: account("amy") } });
  const replace = () =>
    service.call("E14", {
      body: {
        user: account("cat"),
        depts: [
          { code: "RD1", isMainDept: true },
          { code: "FIN", isMainDept: false },
        ],
      },
    });

  it("keeps the supervisors of posts that stay", async () => {
    await choose("RD1");
    await replace();
    expect(await chosen("cat")).toEqual([
      ["RD1", "amy"],
      ["FIN", "amy"],
    ]);
    await service.call("E15", { body: { user: account("cat"), mainDept: { code: "RD1", isMainDept: true } } });
    expect(await chosen("cat")).toEqual([
      ["RD1", "amy"],
      ["FIN", "amy"],
    ]);
  });

  it("drops the supervisors of written posts: of all by E14, of the main one by E15", async () => {
    await quirks({ supervisorsOnReplace: "dropped" });
    await choose("RD1");
    await service.call("E15", { body: { user: account("cat"), mainDept: { code: "RD1", isMainDept: true } } });
    expect(await chosen("cat")).toEqual([
      ["RD1", null],
      ["FIN", "amy"],
    ]);
    await replace();
    expect(await chosen("cat")).toEqual([
      ["RD1", null],
      ["FIN", null],
    ]);
  });
});

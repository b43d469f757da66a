/** A masked value counts as unknown, and is never taken for the real value. */
import { describe, expect, it } from "vitest";
import { employeeOf } from "../../src/site/reads/translate.ts";

/** A record that contains even the fields that sites often leave out, so that only a mask makes a field hidden. */
const shown = {
  account: "amy",
  name: "王小明",
  idCardNumber: "A123456789",
  birthDate: null,
  phoneNumber: null,
  loginValidation: ["UOF"],
};

describe("a masked value", () => {
  it.each([
    ["phoneNumber", "0912***678"],
    ["phoneNumber", "0912-XXX-678"],
    ["phoneNumber", "●●●●●●●678"],
    ["idCardNumber", "A12****789"],
    ["idCardNumber", "A12＊＊＊＊789"],
    ["birthDate", "1990-**-**"],
    ["name", "王○明"],
    ["englishName", "A*** L**"],
    ["businessCard", "###"],
    ["hireDate", "****-**-**"],
    ["email", "a***@example.com"],
    ["emailEx", "xxx@example.com"],
    ["idCardNumber", "A10???????"],
    ["idCardNumber", "A1_______9"],
    ["name", "王〇明"],
    ["name", "王□□"],
    ["gender", "*"],
  ] as const)("in %s is hidden: %s", (field, value) => {
    const person = employeeOf({ ...shown, [field]: value }, true);
    expect(person.hidden).toEqual([field]);
    expect(person[field]).toBeUndefined();
  });

  it("is not assumed for unusual values", () => {
    const odd = { phoneNumber: "0911-000-222 #12", email: "max.xu@example.com", englishName: "Xx" };
    expect(employeeOf({ ...shown, ...odd }, true).hidden).toBeUndefined();
  });

  it("is a value that the site does not show at all, unless it omits nulls", () => {
    const { loginValidation: _, ...without } = shown;
    expect(employeeOf(without, true).hidden).toEqual(["loginValidation"]);
    expect(employeeOf(without, false).hidden).toEqual(
      expect.arrayContaining(["loginValidation", "email", "gender", "hireDate", "businessCard"]),
    );
  });
});

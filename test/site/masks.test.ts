/** A masked value counts as unknown, and is never taken for the real value. */
import { describe, expect, it } from "vitest";
import { employeeOf } from "../../src/site/translate.ts";

/** A record that contains even the fields that sites often leave out, so that only a mask makes a field hidden. */
const shown = { account: "amy", name: "王小明", idCardNumber: "A123456789", birthDate: null, phoneNumber: null };

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
  ] as const)("in %s is hidden: %s", (field, value) => {
    const person = employeeOf({ ...shown, [field]: value });
    expect(person.hidden).toEqual([field]);
    expect(person[field]).toBeUndefined();
  });

  it("is not assumed for unusual values", () => {
    const odd = { phoneNumber: "0911-000-222 #12", email: "max.xu@example.com", englishName: "Xx" };
    expect(employeeOf({ ...shown, ...odd }).hidden).toBeUndefined();
  });
});

/** Codes that the service makes from others stay within the limit of a text, so that they can be read, loaded and copied again. */
import { describe, expect, it } from "vitest";
import { line } from "../../../src/contract/records/texts.ts";
import { CompanyDocument } from "../../../src/contract/sections/company-document.ts";
import { chooseVersion, expectedVersion } from "../../../src/service/documents/versions.ts";
import { everydayCompany } from "../everyday/everyday-baseline.ts";
import { formsBaseline } from "../forms/baseline.ts";
import { application } from "../forms/form-cases.ts";
import { startTestService } from "../running-service.ts";

const longest = "x".repeat(80);

const withCodes = (code: string) => {
  const { surveys, ...everyday } = everydayCompany();
  const [survey] = surveys?.surveys ?? [];
  const [form] = formsBaseline().forms;
  return {
    ...everyday,
    surveys: { categories: surveys?.categories, surveys: [{ ...survey, code }] },
    forms: { ...formsBaseline(), forms: [{ ...form, code }] },
    libraries: [{ code, name: "Long", versionRules: {}, folders: [{ path: "/a" }] }],
  };
};

it("a company document has codes of 80 characters, and no longer ones, for forms, libraries and surveys", () => {
  expect(CompanyDocument.safeParse(withCodes(longest)).success).toBe(true);
  const { error } = CompanyDocument.safeParse(withCodes(`${longest}x`));
  const places = new Set(error?.issues.map(({ path }) => path.join(".")));
  expect(places).toEqual(new Set(["surveys.surveys.0.code", "forms.forms.0.code", "libraries.0.code"]));
});

describe.each([longest, "👩".repeat(40), "x".repeat(79)])("with the code %s", (code) => {
  it("copies of surveys, serials and document numbers can be read, dumped and loaded", async () => {
    const service = await startTestService();
    await service.admin("PUT", "/company", withCodes(code));
    await service.call("P1");
    const period = { startTime: "2098-01-01T00:00:00Z", endTime: "2099-01-01T00:00:00Z" };
    let copied = code;
    for (let times = 0; times < 12; times += 1) {
      const answer = await service.call("S2", { body: { sourceQueCode: copied, ...period } });
      expect(answer.json).toMatchObject({ hasSettingError: false, hasContentError: false });
      const { json } = await service.call("S1", { body: { status: 1 } });
      copied = (json as { code: string }[]).at(-1)?.code ?? "";
      expect(line.safeParse(copied).success).toBe(true);
    }
    const { json: file } = await service.call("UP3", { body: { fileName: "a.txt", base64Content: "QQ==" } });
    const place = { rootFolderCode: code, folderPath: "/a", isCADFile: false, docProperty: {} };
    expect((await service.call("L19", { body: { ...place, document: file } })).json).toBe(true);
    const { json: traceId } = await service.call("F1", { params: { formCodeOrId: code }, body: application() });
    const result = async () => (await service.call("F2", { body: { traceId } })).json as { formSn: string | null };
    await expect.poll(async () => (await result()).formSn).toContain(code);
    const { formSn } = await result();
    expect((await service.call("F8b", { params: { formSn: formSn ?? "" } })).status).toBe(200);

    const dump = (await service.admin("GET", "/company")) as { surveys: { surveys: unknown[] } };
    expect(dump.surveys.surveys).toHaveLength(13);
    await service.admin("PUT", "/company", dump);
    await service.close();
  });
});

it("a version that follows the greatest number is still a number", () => {
  const after = expectedVersion(0, "999999999");
  expect(after).toBe("1000000000");
  expect(() => chooseVersion(0, true, [{ version: "999999999" }, { version: after }], "5")).toThrow("OPA-VERSION-USED");
});

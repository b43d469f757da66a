/** The quirk `paths`: operations with other methods, paths and query parameters at a site. */
import { describe, expect, it } from "vitest";
import { type OperationId, specOf } from "../../../src/contract/contract.ts";
import { quirkProfiles } from "../../../src/service/kernel/quirks/quirk-profiles.ts";
import type { Quirks } from "../../../src/service/kernel/quirks/quirks.ts";
import { errorCodeOf, keyOf, pathOf } from "../running-service.ts";
import { startQuirkyService } from "./quirky-service.ts";

const { service, quirks } = await startQuirkyService();

const moved = (paths: Quirks["paths"]) => quirks({ paths });
const ask = (method: string, path: string, body?: unknown) => service.raw(method, path, keyOf, body);
const renamed = { originalCode: "RD", code: "RD", name: "Research", deptLevelCode: "L2" };

describe("an operation with another address", () => {
  it("answers with another method, and is unknown at the contract's address", async () => {
    await moved({ D3: "PATCH /department" });
    expect((await ask("PATCH", pathOf("D3"), renamed)).json).toMatchObject({ name: "Research" });
    expect((await ask("PATCH", pathOf("D3", {}, "1.0"), renamed)).status).toBe(200);
    const before = await ask("PUT", pathOf("D3"), { ...renamed, name: "Lost" });
    expect([before.status, before.text]).toEqual([404, "Not Found: /docs/ has every operation."]);
    expect((await service.dump()).departments[1]).toMatchObject({ code: "RD", name: "Research" });
    await quirks({});
    expect((await ask("PUT", pathOf("D3"), renamed)).status).toBe(200);
    expect((await ask("PATCH", pathOf("D3"), renamed)).status).toBe(404);
  });

  it("answers at a path from the site's root", async () => {
    await moved({ E1: "GET ^/api/hr/people.json", D6: "POST ^/api/hr/departments/{code}/remove" });
    expect((await ask("GET", "/api/hr/people.json")).json).toHaveLength(5);
    expect((await ask("GET", "/api/hr/people-json")).status).toBe(404);
    expect((await ask("GET", pathOf("E1"))).status).toBe(404);
    expect((await ask("POST", "/api/hr/departments/LAB/remove")).status).toBe(200);
    expect((await service.dump()).departments.map(({ code }) => code)).not.toContain("LAB");
  });

  it("reads its parameters from path and query, decoded once", async () => {
    const { departments, ...rest } = await service.dump();
    await service.load({
      ...rest,
      departments: departments.map((row) => (row.code === "LAB" ? { ...row, code: "研 &發+%41" } : row)),
    });
    await moved({
      D5: "GET ^/api/{code}/tree?below={includeSubDept}",
      D10: "GET /department/manager?code={code}",
      E2: "GET ^/api/people?by={userType}&key={userCode}",
    });
    const code = encodeURIComponent("研 &發+%41");
    expect((await ask("GET", `/api/${code}/tree?below=false`)).json).toMatchObject([{ code: "研 &發+%41" }]);
    expect((await ask("GET", `/openapi/base/v1/department/manager?code=${code}`)).text).toBe("null");
    expect((await ask("GET", "/openapi/base/v1.0/department/manager?code=RD")).json).toMatchObject({ account: "bob" });
    expect((await ask("GET", "/api/people?key=amy&by=0&more=1")).json).toMatchObject({ account: "amy" });
    expect(errorCodeOf(await ask("GET", "/api/people?by=7&key=amy"))).toBe("OPA-REQUEST-INVALID");
    expect(errorCodeOf(await ask("GET", "/api/people?by=0&key=nobody"))).toBe("OPA-USER-UNKNOWN");
    expect(errorCodeOf(await ask("GET", "/api/people?by=0&key=a%2Fb"))).toBe("OPA-PATH-INVALID");
    expect((await ask("GET", "/api/people?by=0")).text).toBe("Not Found: /docs/ has every operation.");
  });

  it("takes the whole value from the query, question marks included", async () => {
    await moved({ D10: "GET /department/manager?code={code}" });
    expect(errorCodeOf(await ask("GET", "/openapi/base/v1/department/manager?code=RD?x"))).toBe("OPA-DEPT-UNKNOWN");
  });

  it("may swap addresses with another", async () => {
    await moved({ D3: "PUT /department/status", D4: "PUT /department" });
    expect((await ask("PUT", pathOf("D4"), renamed)).json).toMatchObject({ name: "Research" });
    expect((await ask("PUT", pathOf("D3"), { code: "RD", active: false })).json).toMatchObject({ active: false });
  });

  it("needs a key, is affected by faults, and is logged as it was called", async () => {
    await moved({ V1: "POST ^/api/levels" });
    await service.admin("DELETE", "/calls");
    expect(errorCodeOf(await service.raw("POST", "/api/levels"))).toBe("OPA-KEY-UNKNOWN");
    await service.admin("POST", "/faults", { kind: "status", operation: "V1", status: 503 });
    expect((await ask("POST", "/api/levels", {})).status).toBe(503);
    expect((await ask("POST", "/api/levels", {})).json).toHaveLength(4);
    expect((await ask("GET", pathOf("V1"))).status).toBe(404);
    const path = specOf("V1").path;
    expect((await service.calls()).map((call) => [call.operation, call.method, call.path, call.status])).toEqual([
      ["V1", "POST", path, 401],
      ["V1", "POST", path, 503],
      ["V1", "POST", path, 200],
      [null, "GET", null, 404],
    ]);
  });

  it.each([
    { D10: "GET /department/manager" },
    { D10: "GET /department/manager/{code}?code={code}" },
    { V1: "HEAD /deptlevel" },
    { V1: "GET deptlevel" },
    { V1: "GET /deptlevel?all=true" },
    { U1: "GET /profile" },
  ])("is refused with other parameters, another group, or an invalid address: %o", async (paths) => {
    await expect(moved(paths as never)).rejects.toThrow("400");
  });
});

describe("the profile unfriendly", () => {
  const { paths } = quirkProfiles.unfriendly;

  it.each(Object.keys(paths) as (keyof typeof paths)[])("serves only %s elsewhere", async (id: OperationId) => {
    await quirks(quirkProfiles.unfriendly);
    const params = { code: "L4", userType: "0", userCode: "amy" };
    const { method } = specOf(id);
    expect((await ask(method, pathOf(id, params), method === "GET" ? undefined : {})).text).toBe(
      "Not Found: /docs/ has every operation.",
    );
    const [moved = "", template = ""] = (paths as Record<string, string>)[id]?.split(" ") ?? [];
    const whole = template.startsWith("^") ? template.slice(1) : `/openapi/base/v1${template}`;
    const path = whole.replaceAll(/\{(\w+)\}/g, (_, name: keyof typeof params) => params[name]);
    expect((await ask(moved, path, moved === "GET" ? undefined : {})).text).not.toBe(
      "Not Found: /docs/ has every operation.",
    );
  });
});

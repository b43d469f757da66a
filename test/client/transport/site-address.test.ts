import { describe, expect, it } from "vitest";
import type { Site } from "../../../src/client/binding.ts";
import { siteAddresses } from "../../../src/client/transport/site-address.ts";
import { operationIds, pathTemplateOf, specOf } from "../../../src/contract/contract.ts";

const root = "https://hr.example.com";
const plain = { url: root, version: "1", paths: {} };
const at = (paths: Site["paths"]) => siteAddresses({ ...plain, paths });
const person = { userType: "0", userCode: "a" };

describe("the address of an operation", () => {
  it("is the contract's method and path unless the site has another", () => {
    for (const id of operationIds) {
      const params = Object.fromEntries(Object.keys(specOf(id).params.shape).map((name) => [name, `{${name}}`]));
      const { method, url } = at({})(id, { params });
      expect([method, decodeURIComponent(url)]).toEqual([specOf(id).method, `${root}${pathTemplateOf(id, "1")}`]);
    }
  });

  it("begins with the prefix of the operation's group", () => {
    expect(at({})("U1", { params: {} }).url).toBe(`${root}/oauth/base/v1/profile`);
    expect(at({})("L1", { params: {} }).url).toBe(`${root}/openapi/dms/v1/folder/root`);
  });

  it("has the prefix before a path of the site's own", () => {
    const address = at({ D10: "POST /dept/{code}/boss", D7: "POST /dept/move" });
    expect(address("D10", { params: { code: "R D" } })).toEqual({
      method: "POST",
      url: `${root}/openapi/base/v1/dept/R%20D/boss`,
    });
    expect(address("D7", { params: {} }).method).toBe("POST");
    expect(siteAddresses({ ...plain, url: `${root}/uofx/` })("D1", { params: {} }).url).toBe(
      `${root}/uofx/openapi/base/v1/department`,
    );
  });

  it("begins at the site's root after ^", () => {
    const address = siteAddresses({ ...plain, url: `${root}/uofx/`, paths: { D2: "PATCH ^/api/hr/departments" } });
    expect(address("D2", { params: {} })).toEqual({ method: "PATCH", url: `${root}/uofx/api/hr/departments` });
  });

  it("can have parameters in the query, encoded, next to fixed values", () => {
    const address = at({
      D5: "GET ^/api/departments/{code}?sub={includeSubDept}&type=0",
      E2: "POST ^/api/people?filter={userType}:{userCode}",
    });
    expect(address("D5", { params: { code: "RD", includeSubDept: "true" } }).url).toBe(
      `${root}/api/departments/RD?sub=true&type=0`,
    );
    expect(address("E2", { params: { userType: "0", userCode: "a&b=c/../研" } }).url).toBe(
      `${root}/api/people?filter=0:a%26b%3Dc%2F..%2F%E7%A0%94`,
    );
  });

  it("can have values of the body in path and query", () => {
    const address = at({
      D4: "PUT /department/{code}/status",
      E7: "PATCH ^/people/{user.userCode}?active={active}&company={user.corpCode}",
    });
    expect(address("D4", { params: {}, body: { code: "RD", active: true } }).url).toMatch(/\/department\/RD\/status$/);
    const body = { user: { userType: 0, userCode: "amy" }, active: false };
    expect(address("E7", { params: {}, body })).toEqual({ method: "PATCH", url: `${root}/people/amy?active=false` });
    expect(() => address("D4", { params: {}, body: { code: null } })).toThrow(
      expect.objectContaining({ code: "path-value-refused" }),
    );
  });

  it("is refused for an operation that the site does not have", () => {
    expect(() => at({ E9: null })("E9", { params: {} })).toThrow(
      expect.objectContaining({ code: "operation-unbound", retryable: false }),
    );
  });
});

describe("a binding", () => {
  it.each<[Site["paths"], RegExp]>([
    [{ D1: "/department" }, /must look like/],
    [{ D1: "HEAD /department" }, /must look like/],
    [{ D1: "GET department" }, /must look like/],
    [{ D1: "GET /a#b" }, /must look like/],
    [{ D10: "GET /manager/{code" }, /write a parameter as/],
    [{ D10: "GET /manager/{co-de}?x={code}" }, /write a parameter as/],
    [{ D10: "GET ^/a/../{code}" }, /must not contain/],
    [{ D10: "GET /manager/{dept}" }, /D10 .* has no parameter dept; it has code/],
    [{ D5: "GET /department/{code}" }, /D5 .* would lose includeSubDept/],
    [{ D2: "POST /department/{originalCode}" }, /has no parameter originalCode/],
    [{ E14: "PUT /posts/{depts}" }, /has no parameter depts/],
    [{ D1: "DELETE /department/all" }, /D1 .* reads: its method is GET or POST/],
    [{ D1: "PUT /department/all" }, /reads/],
    [{ D1: "PATCH /department/all" }, /reads/],
    [{ D2: "GET /department/new?code={code}" }, /sends a body: its method cannot be GET/],
    [{ E10: "GET /employee/drop/{userCode}" }, /cannot be GET/],
    // A read with the address of a write, which is an address in the contract or one of the site's own.
    [{ V1: "POST /department" }, /V1 is a read, but POST .*\/department is the address of the write D2/],
    [{ D1: "POST /Permission/Update/" }, /the address of the write P1/],
    [{ D6: "GET ^/openapi/base/v1/department/manager/{code}" }, /D10 is a read, but .* is the address of the write D6/],
    [{ E2: "POST ^/api?do={userType}&who={userCode}", P1: "POST ^/api" }, /the address of the write P1/],
  ])("%j is refused", (paths, message) => {
    expect(() => at(paths)).toThrow(
      expect.objectContaining({ code: "binding-invalid", message: expect.stringMatching(message) }),
    );
  });

  it("may be shared with a write if a fixed query value distinguishes them", () => {
    expect(() => at({ D1: "POST ^/rpc?do=list", D2: "POST ^/rpc?do=create" })).not.toThrow();
    expect(() => at({ D3: "PATCH ^/departments/{originalCode}", D4: "PATCH ^/departments/{code}" })).not.toThrow();
  });

  it("may have GET for a write whose body has no properties", () => {
    expect(at({ P1: "GET /permission/update", D6: "GET /department/{code}/delete" })("P1", { params: {} }).method).toBe(
      "GET",
    );
  });
});

describe("values in a path", () => {
  it.each([
    ["研發 部", "%E7%A0%94%E7%99%BC%20%E9%83%A8"],
    ["a?b#c%d", "a%3Fb%23c%25d"],
    ["R.D", "R.D"],
  ])("travel encoded: %s", (value, encoded) => {
    expect(at({})("D10", { params: { code: value } }).url).toBe(
      `${root}/openapi/base/v1/department/manager/${encoded}`,
    );
  });

  it.each(["", ".", "..", ".a", "a.", "a/b", "a\\b"])(
    "are refused when they could address something else, but not in a query: %j",
    (code) => {
      expect(() => at({})("D11", { params: { code } })).toThrow(
        expect.objectContaining({ code: "path-value-refused" }),
      );
      const query = at({ D11: "DELETE /manager?code={code}", E4: "GET /posts/{userType}?of={userCode}" });
      expect(query("D11", { params: { code } }).url).toBe(
        `${root}/openapi/base/v1/manager?code=${encodeURIComponent(code)}`,
      );
      expect(query("E4", { params: { ...person, userCode: code } }).url).toContain("/posts/0?of=");
    },
  );

  it("are refused with half a character, which no address can have", () => {
    const refusal = expect.objectContaining({ code: "path-value-refused" });
    expect(() => at({})("D11", { params: { code: "R\ud842" } })).toThrow(refusal);
    expect(() => at({ D11: "DELETE /manager?code={code}" })("D11", { params: { code: "R\ud842" } })).toThrow(refusal);
  });
});

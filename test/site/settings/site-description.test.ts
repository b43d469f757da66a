import { describe, expect, it } from "vitest";
import { siteAddresses } from "../../../src/client/transport/site-address.ts";
import { organisationIds, specOf } from "../../../src/contract/contract.ts";
import { openApiDocument } from "../../../src/contract/open-api/open-api.ts";
import { type SiteDescription, siteDescription } from "../../../src/site/settings/site-description.ts";

const site = { url: "https://hr.example.com", version: "1" };

type Operations = Readonly<Record<string, Readonly<Record<string, object>>>>;

const described = (paths: Operations, more: object = {}, at = site): SiteDescription =>
  siteDescription("site.yaml", { openapi: "3.1.0", paths, ...more }, at);

const reasonOf = ({ unmatched }: SiteDescription, id: string): string | undefined =>
  unmatched.find(({ operation }) => operation === id)?.reason;

const inQuery = (name: string, required = true) => ({ name, in: "query", required });
const body = { requestBody: { content: {} } };

describe("a site's description", () => {
  it("of the reference service itself binds every operation to its default address", () => {
    const { paths, unmatched } = siteDescription("openapi.json", openApiDocument("system"), site);
    expect(unmatched).toEqual([]);
    const [usual, bound] = [{}, paths].map((own) => siteAddresses({ ...site, paths: own }));
    for (const operation of organisationIds) {
      const params = Object.fromEntries(Object.keys(specOf(operation).params.shape).map((name) => [name, "1"]));
      expect(bound?.(operation, { params })).toEqual(usual?.(operation, { params }));
    }
  });

  it.each([
    ["operationId", { operationId: "D1" }],
    ["extension", { operationId: "listAll", "x-operation": "D1" }],
    ["summary that is the id", { summary: "D1" }],
    ["summary", { summary: "get all departments of the company" }],
  ])("is matched by the %s", (_, operation) => {
    expect(described({ "/units/find": { post: operation } }).paths).toEqual({ D1: "POST ^/units/find" });
  });

  it("is matched by the default method and path below the most frequent prefix", () => {
    const { paths } = described({
      "/hr/v{api-version}/department": { get: {}, post: body, put: body },
      "/hr/v{api-version}/department/employee/{dept}/{withBelow}": { get: {} },
      "/other/employee/{a}/{b}": { get: {} },
    });
    expect(paths).toEqual({
      D1: "GET ^/hr/v1/department",
      D2: "POST ^/hr/v1/department",
      D3: "PUT ^/hr/v1/department",
      D9: "GET ^/hr/v1/department/employee/{code}/{includeSubDept}",
    });
  });

  it("is not matched by a few default paths, which may occur by chance", () => {
    expect(described({ "/x/department": { get: {}, post: body } }).paths).toEqual({});
    const twice = { get: {}, post: body, put: body };
    expect(described({ "/a/department": twice, "/b/department": twice }).paths).toEqual({});
  });

  it("is not matched by other words about an operation", () => {
    expect(described({ "/units/find": { post: { operationId: "listAll", description: "D1" } } }).paths).toEqual({});
  });

  it("may put parameters and values of the body into the query", () => {
    const { paths } = described({
      "/people": {
        get: { operationId: "E2", parameters: [inQuery("UserType"), inQuery("usercode"), inQuery("x", false)] },
      },
      "/units/{code}/members": { get: { operationId: "D9", parameters: [inQuery("includeSubDept", false)] } },
      "/units/{code}/status": { put: { operationId: "D4", ...body } },
      "/people/{userCode}": { patch: { operationId: "E11", ...body } },
      "/levels": { get: { operationId: "V1", parameters: [inQuery("api-version")] } },
    });
    expect(paths).toEqual({
      E2: "GET ^/people?UserType={userType}&usercode={userCode}",
      D9: "GET ^/units/{code}/members?includeSubDept={includeSubDept}",
      D4: "PUT ^/units/{code}/status",
      E11: "PATCH ^/people/{user.userCode}",
      V1: "GET ^/levels?api-version=1",
    });
  });

  it.each<[string, Operations, string, RegExp]>([
    ["no matching operation", {}, "D1", /no operation has its id/],
    [
      "two matching operations",
      { "/a": { get: { summary: "D1" } }, "/b": { get: { operationId: "D1" } } },
      "D1",
      /several/,
    ],
    [
      "one operation for two ids",
      { "/a": { get: { operationId: "D1", "x-id": "V1" } } },
      "V1",
      /one of its operations matches V1 and D1/,
    ],
    ["no place for a parameter", { "/a/{code}": { get: { operationId: "D5" } } }, "D5", /would lose includeSubDept/],
    [
      "an unknown parameter",
      { "/a/{dept}": { get: { operationId: "D10" } } },
      "D10",
      /meaning of \{dept\} in its path is not certain/,
    ],
    [
      "an unknown required value",
      { "/a": { get: { operationId: "D1", parameters: [inQuery("tenant")] } } },
      "D1",
      /requires tenant/,
    ],
    [
      "a code that may be old or new",
      { "/a/{code}": { put: { operationId: "D3", ...body } } },
      "D3",
      /meaning of \{code\}/,
    ],
    [
      "an account that may be old or new",
      { "/a/{account}": { put: { operationId: "E11", ...body } } },
      "E11",
      /meaning of \{account\}/,
    ],
    [
      "an account that may be one of two people",
      { "/a/{userCode}": { put: { operationId: "E13", ...body } } },
      "E13",
      /meaning of \{userCode\}/,
    ],
    ["no body for an operation with a body", { "/a/{code}": { put: { operationId: "D4" } } }, "D4", /no request body/],
    ["a method that does not fit a read", { "/a": { put: { operationId: "D1" } } }, "D1", /its method is GET or POST/],
  ])("binds nothing if it shows %s", (_, paths, id, reason) => {
    const found = described(paths);
    expect(found.paths).not.toHaveProperty(id);
    expect(reasonOf(found, id)).toMatch(reason);
    expect(Object.keys(found.paths).length + found.unmatched.length).toBe(organisationIds.length);
  });
});

describe("the servers of a description", () => {
  const at = (servers: readonly object[] | undefined, url: string) => {
    const found = described({ "/levels": { get: { operationId: "V1" } } }, servers ? { servers } : {}, {
      ...site,
      url,
    });
    return found.paths.V1 ?? reasonOf(found, "V1") ?? "";
  };

  it.each<[string, readonly object[] | undefined, string, RegExp]>([
    ["none", undefined, "https://hr/app/", /^GET \^\/levels$/],
    ["of another host", [{ url: "https://test/api" }], "https://hr", /^GET \^\/api\/levels$/],
    ["a path", [{ url: "/api/" }], "https://hr", /^GET \^\/api\/levels$/],
    ["with variables", [{ url: "/{v}", variables: { v: { default: "v7" } } }], "https://hr", /^GET \^\/v7\/levels$/],
    ["within the site's address", [{ url: "https://hr/app/api" }], "https://hr/app", /^GET \^\/api\/levels$/],
    ["two, one on our host", [{ url: "https://a/x" }, { url: "https://hr/y" }], "https://hr", /^GET \^\/y\/levels$/],
    ["two with one path", [{ url: "https://a/x" }, { url: "https://b/x" }], "https://hr", /^GET \^\/x\/levels$/],
    [
      "two, neither on our host",
      [{ url: "https://a/x" }, { url: "https://b/y" }],
      "https://hr",
      /have different paths/,
    ],
    ["beside the site's address", [{ url: "/api" }], "https://hr/app", /\/api, is not below \/app/],
  ])("%s", (_, servers, url, expected) => {
    expect(at(servers, url)).toMatch(expected);
  });
});

describe("a file that is not a description", () => {
  it.each<[string, unknown, RegExp]>([
    ["Swagger 2", { swagger: "2.0", paths: {} }, /openapi/],
    ["another version", { openapi: "4.0.0", paths: {} }, /version 3/],
    ["a list", [], /expected object/],
    ["nothing", null, /expected object/],
    [
      "references elsewhere",
      { openapi: "3.0.0", paths: { "/a": { $ref: "other.yaml#/a" } } },
      /other\.yaml#\/a leads to another file/,
    ],
    ["references to nothing", { openapi: "3.0.0", paths: { "/a": { $ref: "#/x/y" } } }, /"\/a"/],
  ])("%s", (_, document, message) => {
    expect(() => siteDescription("f", document, site)).toThrow(message);
  });

  it("may refer to parts of itself", () => {
    const parameters = { sub: inQuery("includeSubDept") };
    const paths = {
      "/a/{code}": { get: { operationId: "D5", parameters: [{ $ref: "#/components/parameters/sub" }] } },
    };
    expect(described(paths, { components: { parameters } }).paths.D5).toBe(
      "GET ^/a/{code}?includeSubDept={includeSubDept}",
    );
  });
});

/** The access section of the company document: loading, dumping and refusals. */
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { permissions } from "../../../src/contract/operations/operation-spec.ts";
import type { ErrorBody } from "../../../src/contract/records/organisation.ts";
import { AccessSection, userPermissions } from "../../../src/contract/sections/access.ts";
import { dumpAccess, loadAccess, withHashedPasswords } from "../../../src/service/access/section.ts";
import { createCompany } from "../../../src/service/features.ts";
import { digestOf } from "../../../src/service/kernel/callers/keys.ts";
import { Quirks } from "../../../src/service/kernel/quirks/quirks.ts";
import { loadOrganisation } from "../../../src/service/organisation/section.ts";
import { cases } from "../../support/suites/runs.ts";
import { baseline } from "../cases/baseline.ts";
import { errorCodeOf, keyOf, pathOf, startTestService } from "../running-service.ts";
import { createBrowser, createFlow, returned, signIn } from "./browser.ts";

const company = createCompany("ACME", Quirks.parse({}), { nowMs: () => 0 });
loadOrganisation(company, baseline());

const loaded = (section: unknown): AccessSection => {
  loadAccess(company, AccessSection.parse(section));
  return dumpAccess(company);
};

describe("the section", () => {
  it("is dumped as it was loaded", () => {
    const codes = fc.oneof(fc.constant("all" as const), fc.array(fc.stringMatching(/^[A-Z]{1,3}$/), { maxLength: 3 }));
    const secretHash = fc.stringMatching(/^[0-9a-f]{64}$/);
    const name = fc.stringMatching(/^[a-z人]{1,8}$/);
    const keys = fc.uniqueArray(
      fc.record(
        {
          name,
          secretHash,
          permissions: fc.subarray([...permissions]),
          forms: codes,
          libraries: codes,
          surveyCategories: codes,
          expiresAt: fc
            .date({ min: new Date(0), max: new Date("2999-01-01"), noInvalidDate: true })
            .map((at) => at.toISOString()),
          addresses: fc.uniqueArray(fc.oneof(fc.ipV4(), fc.ipV6()), { minLength: 1, maxLength: 3 }),
        },
        { requiredKeys: ["name", "secretHash", "permissions", "forms", "libraries", "surveyCategories"] },
      ),
      { maxLength: 4, selector: (key) => key.name, comparator: (a, b) => a === b },
    );
    const apps = fc.uniqueArray(
      fc.record(
        {
          name,
          appId: fc.uuid(),
          redirectUris: fc.uniqueArray(fc.webUrl({ validSchemes: ["https"] }), { minLength: 1, maxLength: 2 }),
          permissions: fc.subarray([...userPermissions]),
          secretHash,
        },
        { requiredKeys: ["name", "appId", "redirectUris", "permissions"] },
      ),
      { maxLength: 3, selector: (app) => app.name },
    );
    const hash = fc.stringMatching(/^scrypt:16384:8:5:[\w-]{22}:[\w-]{43}$/);
    const people = fc.uniqueArray(fc.record({ account: fc.constantFrom("amy", "bob", "cat"), passwordHash: hash }), {
      selector: ({ account }) => account,
    });
    const section = fc.record({ keys, apps, passwords: people });
    fc.assert(
      fc.property(section, (given) => {
        const first = loaded(given);
        expect(loaded(first)).toEqual(first);
        expect(first.passwords).toEqual(given.passwords);
        expect(first.apps).toEqual(given.apps);
        expect(
          first.keys.map((key) => [key.name, key.secretHash, key.permissions, key.expiresAt, key.addresses]),
        ).toEqual(given.keys.map((key) => [key.name, key.secretHash, key.permissions, key.expiresAt, key.addresses]));
      }),
      { seed: 4, ...cases(40) },
    );
  });

  it("accepts secrets and passwords in clear, and dumps their hashes", async () => {
    const secret = "a-secret-in-clear";
    const given = AccessSection.parse({
      keys: [{ name: "k", permissions: ["P-Lib"], libraries: "all", secret }],
      apps: [{ name: "a", redirectUris: ["https://a.example"], permissions: [], secret }],
      passwords: [{ account: "amy", password: "a-password" }],
    });
    const dumped = loaded((await withHashedPasswords({ access: given })).access);
    expect(dumped).toEqual({
      keys: [{ name: "k", permissions: ["P-Lib"], libraries: "all", secretHash: digestOf(secret) }],
      apps: [
        {
          name: "a",
          appId: expect.stringMatching(/^[0-9a-f-]{36}$/),
          redirectUris: ["https://a.example"],
          permissions: [],
          secretHash: digestOf(secret),
        },
      ],
      passwords: [{ account: "amy", passwordHash: expect.stringMatching(/^scrypt:16384:8:5:/) }],
    });
    expect(JSON.stringify(dumped)).not.toMatch(/in-clear|a-password/);
  });

  const key = { name: "k", permissions: [], secretHash: "0".repeat(64) };
  const app = { name: "a", redirectUris: ["https://a.example"], permissions: [] };

  it.each([
    ["a key without a secret", { keys: [{ name: "k", permissions: [] }] }],
    ["a key with a secret and a hash", { keys: [{ ...key, secret: "x".repeat(20) }] }],
    ["a redirect with a fragment", { apps: [{ ...app, redirectUris: ["https://a.example/#x"] }] }],
    ["a redirect into a script", { apps: [{ ...app, redirectUris: ["javascript:alert(1)"] }] }],
    ["a redirect that is not an address", { apps: [{ ...app, redirectUris: ["/cb"] }] }],
    ["no redirect", { apps: [{ ...app, redirectUris: [] }] }],
    [
      "a mixture of web and program redirects",
      { apps: [{ ...app, redirectUris: ["https://a.example", "myapp:/cb"] }] },
    ],
    ["a permission of the system group for an application", { apps: [{ ...app, permissions: ["P-Org"] }] }],
    ["a password that is too short", { passwords: [{ account: "amy", password: "1234567" }] }],
    ["a hash of another kind", { passwords: [{ account: "amy", passwordHash: "md5:abc" }] }],
    ["neither password nor hash", { passwords: [{ account: "amy" }] }],
    ["an unknown property", { tokens: [] }],
  ])("is refused with %s", (_, section) => {
    expect(AccessSection.safeParse(section).success).toBe(false);
  });

  it.each([
    [
      "two keys with one name",
      { keys: [key, { ...key, secretHash: "1".repeat(64) }] },
      "OPA-NAME-TAKEN",
      "keys.1.name",
    ],
    ["two keys with one secret", { keys: [key, { ...key, name: "l" }] }, "OPA-CODE-TAKEN", "keys.1.secret"],
    ["two applications with one name", { apps: [app, app] }, "OPA-NAME-TAKEN", "apps.1.name"],
    [
      "two applications with one id",
      {
        apps: [
          { ...app, appId: "x" },
          { ...app, name: "b", appId: "x" },
        ],
      },
      "OPA-CODE-TAKEN",
      "apps.1.appId",
    ],
    ["the id reserved for the sandbox", { apps: [{ ...app, appId: "sandbox" }] }, "OPA-CODE-TAKEN", "apps.0.appId"],
    [
      "two passwords for one person",
      { passwords: ["amy", "AMY"].map((account) => ({ account, password: "12345678" })) },
      "OPA-ACCOUNT-TAKEN",
      "passwords.1.account",
    ],
    [
      "a password for an unknown person",
      { passwords: [{ account: "zoe", password: "12345678" }] },
      "OPA-USER-UNKNOWN",
      "passwords.0.account",
    ],
  ])("is refused with %s, by its code and place", async (_, section, code, place) => {
    const { access } = await withHashedPasswords({ access: AccessSection.parse(section) });
    const refusal = expect.objectContaining({
      code,
      expando: [expect.objectContaining({ expandoObject: { property: place } })],
    });
    expect(() => loadAccess(company, access as AccessSection)).toThrow(refusal);
  });
});

describe("over HTTP", () => {
  let service: Awaited<ReturnType<typeof startTestService>>;

  beforeAll(async () => {
    service = await startTestService();
    await service.load(baseline());
  });
  afterAll(() => service.close());

  const access = {
    keys: [{ name: "hr", permissions: ["P-Org"], secret: "hr-secret-of-some-length" }],
    apps: [
      { name: "Portal", appId: "portal", redirectUris: ["https://portal.example/cb"], permissions: ["P-Profile"] },
    ],
    passwords: [{ account: "amy", password: "correct horse" }],
  };
  const portal = { appId: "portal", redirectUri: "https://portal.example/cb" };
  const levels = () => service.raw("GET", pathOf("V1"), { ...keyOf, "Api-Key": "hr-secret-of-some-length" });
  const tokenOf = async () => {
    const flow = createFlow(service.url, portal, "base.profile.read");
    const { code = "" } = returned(await signIn(createBrowser(), flow, "amy", "correct horse"));
    return (await flow.exchange(code)).access_token;
  };

  it("a loaded key works, a loaded person signs in, also from a dump and after new people were loaded", async () => {
    await service.admin("PUT", "/company", { access });
    expect((await levels()).status).toBe(200);
    expect((await service.callAs(await tokenOf(), "U1")).status).toBe(200);
    const { access: dumped } = (await service.admin("GET", "/company")) as { access: object };
    expect(JSON.stringify(dumped)).not.toMatch(/some-length|correct horse/);
    await service.admin("PUT", "/company", { access: {} });
    expect(errorCodeOf(await levels())).toBe("OPA-KEY-UNKNOWN");
    await service.admin("PUT", "/company", { organisation: baseline(), access: dumped });
    expect((await levels()).status).toBe(200);
    await service.admin("PUT", "/company", { organisation: baseline() });
    expect((await service.callAs(await tokenOf(), "U1")).status).toBe(200);
  });

  it("a load ends what users have granted to applications", async () => {
    await service.admin("PUT", "/company", { access });
    const token = await tokenOf();
    await service.admin("PUT", "/company", { access });
    expect(errorCodeOf(await service.callAs(token, "U1"))).toBe("OPA-TOKEN-INVALID");
  });

  it("a refused section leaves everything as it was, and names the place without the secret", async () => {
    await service.admin("PUT", "/company", { access });
    const wrong = { ...access, passwords: [{ account: "amy", password: "short" }] };
    const answer = await service.raw(
      "PUT",
      "/sandbox/company",
      { "Admin-Key": "admin-secret-of-tests" },
      { access: wrong },
    );
    expect([answer.status, errorCodeOf(answer)]).toEqual([400, "OPA-REQUEST-INVALID"]);
    expect(JSON.stringify((answer.json as ErrorBody).errorExpando)).toContain("access.passwords.0.password");
    expect(answer.text).not.toMatch(/short|some-length/);
    expect((await levels()).status).toBe(200);
  });
});

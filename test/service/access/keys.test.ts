/** Keys of the system group: the refusal for each condition, and what is stored of a key. */
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { operationIds, specOf } from "../../../src/contract/contract.ts";
import { permissions } from "../../../src/contract/operations/operation-spec.ts";
import type { ErrorBody } from "../../../src/contract/records/organisation.ts";
import { rules } from "../../../src/service/features.ts";
import { startService } from "../../../src/service/service.ts";
import { baseline } from "../cases/baseline.ts";
import {
  callerOf,
  corpCode,
  errorCodeOf,
  optionsFor,
  pathOf,
  startTestService,
  temporaryDirectory,
} from "../running-service.ts";
import { movingClock } from "./moving-clock.ts";

const clock = movingClock();
let service: Awaited<ReturnType<typeof startTestService>>;

beforeAll(async () => {
  service = await startTestService({ clock });
  await service.load(baseline());
});
afterAll(() => service.close());
afterEach(async () => {
  for (const { name } of await listed()) await service.admin("DELETE", `/keys/${encodeURIComponent(name)}`);
});

type Shown = { readonly name: string } & Readonly<Record<string, unknown>>;

const listed = () => service.admin("GET", "/keys") as Promise<Shown[]>;

const added = async (options: object): Promise<string> => {
  const made = await service.admin("POST", "/keys", { name: "hr", permissions: ["P-Org"], ...options });
  return (made as { secret: string }).secret;
};

const refusedKey = async (options: object) => {
  const answer = await service.raw(
    "POST",
    "/sandbox/keys",
    { "Admin-Key": "admin-secret-of-tests" },
    { name: "x", ...options },
  );
  const [{ expandoObject } = { expandoObject: {} }] = (answer.json as ErrorBody).errorExpando ?? [];
  return [answer.status, errorCodeOf(answer), (expandoObject as { property?: string }).property];
};

const headersOf = (secret: string, more: Readonly<Record<string, string>> = {}) => ({
  "Api-Key": secret,
  CorpCode: corpCode,
  ...more,
});

const readLevels = async (secret: string, more?: Readonly<Record<string, string>>) => {
  const answer = await service.raw("GET", pathOf("V1"), headersOf(secret, more));
  return [answer.status, errorCodeOf(answer)];
};

const ok = [200, undefined];

describe("a key that was made", () => {
  it("works with its permissions, and is shown without its secret", async () => {
    const secret = await added({});
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(await readLevels(secret)).toEqual(ok);
    expect(await listed()).toEqual([{ name: "hr", permissions: ["P-Org"] }]);
  });

  it("is unknown as soon as it is removed", async () => {
    const secret = await added({});
    await service.admin("DELETE", "/keys/hr");
    expect(await readLevels(secret)).toEqual([401, "OPA-KEY-UNKNOWN"]);
  });

  it("has the name under which the call log shows it", async () => {
    await readLevels(await added({ name: "人資 sync/2" }));
    expect((await service.calls()).at(-1)).toMatchObject({ operation: "V1", status: 200, key: "人資 sync/2" });
  });

  it("cannot have another key's name or secret", async () => {
    const secret = await added({});
    expect(await refusedKey({ name: "hr", permissions: [] })).toEqual([400, "OPA-NAME-TAKEN", "name"]);
    expect(await refusedKey({ permissions: [], secret })).toEqual([400, "OPA-CODE-TAKEN", "secret"]);
    expect(await listed()).toHaveLength(1);
  });

  it.each([
    ["a secret that can be guessed", { permissions: [], secret: "short" }, "secret"],
    ["an unknown permission", { permissions: ["P-All"] }, "permissions.0"],
    ["no permissions at all", {}, "permissions"],
    ["an invalid day", { permissions: [], expiresAt: "2027-02-30" }, "expiresAt"],
    ["an invalid range", { permissions: [], addresses: ["10.0.0.0/33"] }, "addresses.0"],
    ["an empty list of addresses", { permissions: [], addresses: [] }, "addresses"],
    ["an empty name", { name: " ", permissions: [] }, "name"],
    ["P-Lib without saying for which libraries", { permissions: ["P-Lib"] }, "permissions"],
    ["P-FormDoc without saying for which forms", { permissions: ["P-FormDoc"] }, "permissions"],
    ["P-Survey without saying for which categories", { permissions: ["P-Survey"] }, "permissions"],
    ["an unknown property", { permissions: [], expires: "2027-01-01" }, "body"],
  ])("is not made with %s", async (_, options, where) => {
    expect(await refusedKey(options)).toEqual([400, "OPA-REQUEST-INVALID", where]);
    expect(await listed()).toEqual([]);
  });

  it("is not removed under another name", async () => {
    await added({});
    const answer = await service.raw("DELETE", "/sandbox/keys/HR", { "Admin-Key": "admin-secret-of-tests" });
    expect([answer.status, errorCodeOf(answer)]).toEqual([404, "OPA-NAME-UNKNOWN"]);
    expect(await listed()).toHaveLength(1);
  });
});

describe("expiry", () => {
  it("is the end of the day that was given, at +08:00", async () => {
    const secret = await added({ expiresAt: "2031-05-31" });
    clock.set("2031-05-31T23:59:59+08:00");
    expect(await readLevels(secret)).toEqual(ok);
    clock.set("2031-06-01T00:00:00+08:00");
    expect(await readLevels(secret)).toEqual([401, "OPA-KEY-EXPIRED"]);
  });

  it.each(["2031-05-31T12:00", "2031-05-31T12:00:00", "2031-05-31T12:00:00+08:00", "2031-05-31T04:00Z"])(
    "is the instant %s, without an offset at +08:00",
    async (expiresAt) => {
      const secret = await added({ expiresAt });
      clock.set("2031-05-31T03:59:59Z");
      expect(await readLevels(secret)).toEqual(ok);
      clock.set("2031-05-31T04:00:00Z");
      expect(await readLevels(secret)).toEqual([401, "OPA-KEY-EXPIRED"]);
      expect(await listed()).toMatchObject([{ expiresAt: "2031-05-31T04:00:00.000Z" }]);
    },
  );
});

describe("addresses", () => {
  it.each([
    [["127.0.0.1"]],
    [["10.0.0.0/8", "127.0.0.0/8"]],
    [["::1", "::ffff:127.0.0.1"]],
    [["::ffff:127.0.0.0/104"]],
  ])("%j permit a call from 127.0.0.1", async (addresses) =>
    expect(await readLevels(await added({ addresses }))).toEqual(ok),
  );

  it.each([[["127.0.0.2"]], [["10.0.0.0/8"]], [["::1"]], [["2001:db8::/32"]]])("%j do not", async (addresses) => {
    expect(await readLevels(await added({ addresses }))).toEqual([401, "OPA-KEY-ADDRESS"]);
  });

  it("are those of the connection, whatever the headers say", async () => {
    const secret = await added({ addresses: ["10.1.2.3"] });
    const pretending = { "X-Forwarded-For": "10.1.2.3", Forwarded: "for=10.1.2.3", "X-Real-IP": "10.1.2.3" };
    expect(await readLevels(secret, pretending)).toEqual([401, "OPA-KEY-ADDRESS"]);
  });
});

describe("every condition", () => {
  it("has its own code, and the first condition in this order is reported", async () => {
    clock.set("2031-01-01T00:00:00Z");
    const everything = { expiresAt: "2030-01-01", addresses: ["10.0.0.0/8"], permissions: [] };
    const expired = await added({ name: "1", ...everything });
    const elsewhere = await added({ name: "2", ...everything, expiresAt: "2032-01-01" });
    const nothing = await added({ name: "3", permissions: [] });
    const other = { CorpCode: "OTHER" };
    expect(await readLevels("guess", other)).toEqual([401, "OPA-KEY-UNKNOWN"]);
    expect(await readLevels(expired, other)).toEqual([401, "OPA-KEY-EXPIRED"]);
    expect(await readLevels(elsewhere, other)).toEqual([401, "OPA-KEY-ADDRESS"]);
    expect(await readLevels(nothing, other)).toEqual([400, "OPA-CORP-UNKNOWN"]);
    expect(await readLevels(nothing)).toEqual([401, "OPA-KEY-PERMISSION"]);
  });

  it("is checked before records are read: without the permission nobody learns what exists", async () => {
    const secret = await added({ permissions: ["P-Notify"] });
    const manager = (code: string) => service.raw("GET", pathOf("D10", { code }), headersOf(secret));
    const [existing, missing] = [await manager("RD"), await manager("NOWHERE")];
    expect([existing.status, errorCodeOf(existing)]).toEqual([401, "OPA-KEY-PERMISSION"]);
    expect([missing.status, errorCodeOf(missing)]).toEqual([401, "OPA-KEY-PERMISSION"]);
    const permitted = await service.call("D10", { params: { code: "NOWHERE" } });
    expect([permitted.status, errorCodeOf(permitted)]).toEqual([404, "OPA-DEPT-UNKNOWN"]);
  });

  it("does not depend on the application that a header names", async () => {
    expect(await readLevels(await added({}), { "App-Id": "any" })).toEqual(ok);
  });
});

const systemIds = operationIds.filter((id) => specOf(id).group === "system" && id in rules);

describe("permissions", () => {
  it.each(systemIds.filter((id) => specOf(id).permission))("%s needs its own permission and no other", async (id) => {
    const { method, permission } = specOf(id);
    const asked = async (granted: readonly string[]) => {
      const secret = await added({ permissions: granted, forms: [], libraries: [], surveyCategories: [] });
      const body = method === "GET" ? undefined : {};
      const answer = await service.raw(method, pathOf(id), headersOf(secret), body);
      await service.admin("DELETE", "/keys/hr");
      return errorCodeOf(answer);
    };
    expect(await asked(permissions.filter((one) => one !== permission))).toBe("OPA-KEY-PERMISSION");
    expect((await asked([permission ?? ""])) ?? "").not.toMatch(/^OPA-KEY-/);
  });
});

describe("keys given at the start", () => {
  it("can be limited like others", async () => {
    const limited = await startTestService({
      clock,
      keys: [
        { name: "old", secret: "old-secret", permissions, expiresAt: "2030-12-31" },
        { name: "far", secret: "far-secret", permissions, addresses: ["192.0.2.0/24"] },
      ],
    });
    clock.set("2031-01-01T00:00:00Z");
    const codeOf = async (secret: string) => errorCodeOf(await limited.raw("GET", pathOf("V1"), headersOf(secret)));
    expect([await codeOf("old-secret"), await codeOf("far-secret")]).toEqual(["OPA-KEY-EXPIRED", "OPA-KEY-ADDRESS"]);
    await limited.close();
  });
});

describe("at rest", () => {
  it("a key outlives a restart, and its secret is nowhere in the files", async () => {
    const directory = await temporaryDirectory();
    const options = optionsFor(join(directory, "service.db"));
    let running = await startService(options);
    const drawn = (await callerOf(running.url).admin("POST", "/keys", { name: "a", permissions: ["P-Org"] })) as {
      secret: string;
    };
    const chosen = "a-secret-that-was-chosen";
    await callerOf(running.url).admin("POST", "/keys", { name: "b", permissions: ["P-Org"], secret: chosen });
    await running.close();
    const content = await readFile(options.database, "latin1");
    expect(content).toContain('"name":"a"');
    expect(content).not.toContain(drawn.secret);
    expect(content).not.toContain(chosen);
    running = await startService(options);
    for (const secret of [drawn.secret, chosen]) {
      expect((await callerOf(running.url).raw("GET", pathOf("V1"), headersOf(secret))).status).toBe(200);
    }
    await running.close();
    await rm(directory, { recursive: true });
  });
});

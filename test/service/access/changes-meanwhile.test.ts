/** Changes during a sign-in: the application is removed, or the password replaced. */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { systemClock } from "../../../src/lib/clock.ts";
import { createOauthAdapter } from "../../../src/service/access/oauth-adapter.ts";
import { hashPassword, setPassword } from "../../../src/service/access/passwords.ts";
import { addApp, removeApp } from "../../../src/service/access/section.ts";
import { createSignIn } from "../../../src/service/access/sign-in.ts";
import { createCompany } from "../../../src/service/features.ts";
import { openCompanyFile } from "../../../src/service/kernel/company/company-file.ts";
import { Quirks } from "../../../src/service/kernel/quirks/quirks.ts";
import { openStore } from "../../../src/service/kernel/records/open-store.ts";
import { baseline } from "../cases/baseline.ts";
import { companyInMemory } from "../everyday/company-in-memory.ts";
import { corpCode, temporaryDirectory } from "../running-service.ts";

it("a token that is stored after its application was removed is not kept", async () => {
  const directory = await temporaryDirectory();
  const store = await openStore(join(directory, "service.db"));
  const company = createCompany(corpCode, Quirks.parse({}), systemClock);
  const file = await openCompanyFile(store, company);
  const adapter = createOauthAdapter(file, "")("AccessToken");
  const given = { name: "Portal", redirectUris: ["https://portal.example/cb"], permissions: ["P-Profile"] as const };
  const app = await file.write(() => addApp(company, { ...given, permissions: [...given.permissions] }));
  const payload = { accountId: "1", clientId: app.appId, scope: "base.profile.read" };

  await adapter.upsert("before", payload, 60);
  expect(company.grants.all()).toHaveLength(1);
  const removed = file.write(() => removeApp(company, app));
  await expect(adapter.upsert("after", payload, 60)).rejects.toMatchObject({ error: "invalid_client" });
  await removed;
  expect(company.grants.all()).toEqual([]);

  await store.close();
  await rm(directory, { recursive: true });
});

it("a password that is replaced during its check counts as wrong", async () => {
  const company = companyInMemory({ organisation: baseline() });
  const attempt = createSignIn(company);
  const signIn = (account: string, password: string) => attempt({ account, password, address: "127.0.0.1" });
  const [before, after] = [await hashPassword("correct horse"), await hashPassword("battery staple")];
  const amy = company.employees.by("account", "amy")[0]?.id ?? 0;
  setPassword(company, amy, before);
  expect(await signIn("amy", "correct horse")).toMatchObject({ kind: "signed-in" });
  const meanwhile = signIn("amy", "correct horse");
  setPassword(company, amy, after);
  expect(await meanwhile).toEqual({ kind: "wrong" });
});

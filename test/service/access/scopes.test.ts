/** A token permits what the consent page named in words, and nothing else. */
import { describe, expect, it } from "vitest";
import { operationIds, specOf } from "../../../src/contract/contract.ts";
import { permissionOfScope, type Scope, scopeOf } from "../../../src/contract/operations/scopes.ts";
import { scopes } from "../../../src/service/access/scopes.ts";
import { textsFor } from "../../../src/service/access/sign-in-texts.ts";
import { errorCodeOf, pathOf } from "../running-service.ts";
import { createBrowser, createFlow, returned, signIn } from "./browser.ts";
import { openOauthSite, passwords } from "./oauth-site.ts";

const site = await openOauthSite();
const app = await site.register({});

const userIds = operationIds.filter((id) => specOf(id).group === "user");
const granting = Object.keys(permissionOfScope) as Scope[];

/** Every request that a token permits, with the scope that it needs. */
const requests = [
  ...userIds.map((id) => {
    const { method, permission } = specOf(id);
    return { method, path: pathOf(id), scope: permission && scopeOf(permission) };
  }),
  { method: "GET", path: "/console/inbox", scope: "base.profile.read" },
  { method: "POST", path: "/console/inbox/1/read", scope: "base.profile.read" },
] as const;

it("every user-scoped operation needs a scope that the consent page names in both languages", () => {
  expect(userIds).toHaveLength(16);
  for (const { path, scope } of requests) {
    expect([path, granting]).toEqual([path, expect.arrayContaining([scope])]);
  }
  for (const scope of scopes) {
    for (const language of ["en", "zh-TW"]) expect(textsFor(language)(scope)).toMatch(/^\p{L}.{3,}/u);
  }
});

it("with every set of scopes, a token permits exactly the operations of these scopes", async () => {
  const barren = ["openid", "profile", "email", "bpm.form.apply"];
  const all = [...barren, "offline_access", ...granting];
  const flow = createFlow(site.url, app, all.join(" "));
  const { code = "" } = returned(await signIn(createBrowser(), flow, "amy", passwords.amy));
  let { refresh_token: token } = await flow.exchange(code);
  for (let set = 0; set < 2 ** granting.length; set += 1) {
    const chosen = granting.filter((_, at) => set & (1 << at));
    const answer = await flow.refresh(token, { scope: [...barren, ...chosen].join(" ") });
    token = answer.refresh_token;
    const headers = { Authorization: `Bearer ${answer.access_token}` };
    const refused = await Promise.all(
      requests.map(async ({ method, path, scope }) => {
        const answer = await site.raw(method, path, headers);
        return answer.status === 401 && errorCodeOf(answer) === "OPA-KEY-PERMISSION" ? [scope] : [];
      }),
    );
    const expected = requests.flatMap(({ scope }) => (chosen.includes(scope as Scope) ? [] : [scope]));
    expect([chosen, refused.flat()]).toEqual([chosen, expected]);
  }
});

it("openid alone reads no notices and uploads nothing", async () => {
  const { access_token: token } = await site.tokens(app, "amy", "openid");
  const headers = { Authorization: `Bearer ${token}` };
  for (const path of ["/console/inbox", pathOf("U1")]) {
    const answer = await site.raw("GET", path, headers);
    expect([answer.status, errorCodeOf(answer)]).toEqual([401, "OPA-KEY-PERMISSION"]);
  }
  for (const id of ["U14", "U15", "U16"] as const) {
    expect(errorCodeOf(await site.raw("POST", pathOf(id), headers))).toBe("OPA-KEY-PERMISSION");
  }
});

describe("a refresh token", () => {
  const shown = async (scope: string, change: Readonly<Record<string, string | null>> = {}) => {
    const browser = createBrowser();
    const flow = createFlow(site.url, app, scope);
    const page = await browser.follow(await browser.open(flow.address(change)));
    const consent = await browser.follow(await browser.send(page, { account: "amy", password: passwords.amy }));
    const { code = "" } = returned(await browser.follow(await browser.send(consent, { decision: "allow" })));
    const { refresh_token: token } = await flow.exchange(code);
    return { token, isShown: consent.html.includes("Keep access when you are not present") };
  };

  it("is issued with offline_access, which the consent page shows", async () => {
    expect(await shown("base.profile.read offline_access")).toEqual({ token: expect.any(String), isShown: true });
  });

  it.each([
    ["without offline_access", "base.profile.read", {}],
    ["if the application did not ask for consent", "base.profile.read offline_access", { prompt: null }],
  ])("is not issued %s", async (_, scope, change) => {
    expect(await shown(scope, change)).toEqual({ token: undefined, isShown: false });
  });
});

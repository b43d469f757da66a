/** A service with people who can sign in, and with applications that use OAuth. */
import { randomBytes, scryptSync } from "node:crypto";
import { afterAll } from "vitest";
import type { ServiceOptions } from "../../../src/service/service.ts";
import { baseline } from "../cases/baseline.ts";
import { startTestService } from "../running-service.ts";
import { type App, createBrowser, createFlow, returned, signIn, type TokenAnswer } from "./browser.ts";

export const passwords = { amy: "correct horse", bob: "battery staple" } as const;

const userPermissions = ["P-Profile", "P-Pending", "P-FormRead", "P-Sign", "P-DocRead", "P-DocManage"];

/** A hash like the service's own, at a fifth of the cost. */
export const cheapHash = (password: string): string => {
  const salt = randomBytes(16);
  const key = scryptSync(password, salt, 32, { N: 16_384, r: 8, p: 1 });
  return `scrypt:16384:8:1:${salt.toString("base64url")}:${key.toString("base64url")}`;
};

export const startOauthSite = async (options: Partial<ServiceOptions> = {}) => {
  const service = await startTestService(options);
  await service.load(baseline());
  const hashed = Object.entries(passwords).map(([account, password]) => ({
    account,
    passwordHash: cheapHash(password),
  }));
  await service.admin("PUT", "/company", { access: { passwords: hashed } });
  const register = async (options: object): Promise<App & { readonly name: string }> => {
    const app = {
      name: "Portal",
      redirectUris: ["https://portal.example/cb"],
      permissions: userPermissions,
      ...options,
    };
    const made = (await service.admin("POST", "/apps", app)) as { appId: string; secret?: string };
    return { ...made, name: app.name, redirectUri: app.redirectUris[0] ?? "" };
  };
  return {
    ...service,
    register,
    /** Goes through the whole authorization with a new browser; returns the tokens. */
    tokens: async (app: App, account: keyof typeof passwords = "amy", scope?: string): Promise<TokenAnswer> => {
      const flow = createFlow(service.url, app, scope);
      const { code = "" } = returned(await signIn(createBrowser(), flow, account, passwords[account]));
      return flow.exchange(code);
    },
  };
};

export type OauthSite = Awaited<ReturnType<typeof startOauthSite>>;

/** Starts a site that is closed after the tests of the file or group that calls this. */
export const openOauthSite = async (options: Partial<ServiceOptions> = {}): Promise<OauthSite> => {
  const site = await startOauthSite(options);
  afterAll(() => site.close());
  return site;
};

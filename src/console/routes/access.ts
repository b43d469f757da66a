/** Signs people in and out: by name and password, or by a link from a message. */
import type { FastifyReply } from "fastify";
import { shortFingerprint } from "../../model/plan/fingerprint.ts";
import { localPath, type Place } from "../access/place.ts";
import { cookieOf } from "../access/visit.ts";
import { linkPage, signInPage } from "../pages/sign-in.ts";
import type { ConsoleParts } from "../parts.ts";
import { type Server, setLanguage } from "../serve.ts";

/** Half a year. */
const deviceKnownS = 180 * 24 * 3_600;

export const serveAccess = (server: Server, { app, signIn }: ConsoleParts, place: Place): void => {
  const { sessions, users } = app.store;
  const hasOpenId = app.config.daemon.openid !== undefined;
  const begin = (reply: FastifyReply, secret: string): void =>
    void reply.header("set-cookie", `${place.cookie}=${secret}; ${place.cookieAttributes}`);
  const end = (reply: FastifyReply): void =>
    void reply.header("set-cookie", `${place.cookie}=; ${place.cookieAttributes}; Max-Age=0`);

  server.openPage("/sign-in", async (visit, { query }) => {
    const refused = query("unsent") === undefined ? undefined : visit.words.signIn.ended;
    return signInPage(visit, { to: localPath(query("to")), refused, hasOpenId });
  });
  server.openForm("/sign-in", async (visit, { request, reply, field }) => {
    const to = localPath(field("to"));
    const device = cookieOf(request, `${place.cookie}-device`);
    const said = { name: field("name") ?? "", password: field("password") ?? "" };
    const tried = await signIn({ ...said, address: place.addressOf(request), device });
    if (tried.result === "in") {
      const { name } = tried.user;
      begin(reply, await sessions.open(name));
      const mark = await users.deviceOf(name);
      reply.header("set-cookie", `${place.cookie}-device=${mark}; ${place.cookieAttributes}; Max-Age=${deviceKnownS}`);
      return { to };
    }
    const { signIn: words } = visit.words;
    reply.code(tried.result === "slowed" ? 429 : 401);
    const refused = tried.result === "slowed" ? words.slowed(Math.ceil(tried.waitMs / 1000)) : words.wrong;
    return signInPage(visit, { to, refused, hasOpenId });
  });
  server.openPage("/link/:secret", async (visit, { param }) => {
    const link = await sessions.findLink(param("secret"));
    const user = link && (await users.find(link.person));
    return linkPage(visit, param("secret"), user?.name);
  });
  // A program that follows links in mails must not use the link up, so opening it takes a form.
  server.openForm("/link/:secret", async (visit, { reply, param }) => {
    const used = await sessions.useLink(param("secret"));
    if (!used) return linkPage(visit, "", undefined);
    begin(reply, used.session);
    return { to: `/decide/${shortFingerprint(used.plan)}` };
  });
  server.form(
    "/sign-out",
    async (_visit, { request, reply }) => {
      await sessions.end(cookieOf(request, place.cookie) ?? "");
      end(reply);
      return { to: "/sign-in" };
    },
    { forLinks: true },
  );
  server.form("/sign-out-everywhere", async ({ person }, { reply }) => {
    await sessions.endAll(person.name);
    end(reply);
    return { to: "/sign-in" };
  });
  server.openForm("/language", async (_visit, { reply, field }) => {
    setLanguage(reply, place, field("language"));
    return { to: localPath(field("to")) };
  });
};

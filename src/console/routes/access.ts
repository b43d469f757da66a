/** Signs people in and out: by name and password, or by a link from a message. */
import { shortFingerprint } from "../../model/plan/fingerprint.ts";
import { localPath, type Place } from "../access/place.ts";
import { cookieOf } from "../access/visit.ts";
import { linkPage, signInPage } from "../pages/sign-in.ts";
import type { ConsoleParts } from "../parts.ts";
import { type Asked, type Server, setLanguage } from "../serve.ts";

/** Half a year. */
const deviceKnownS = 180 * 24 * 3_600;

export const serveAccess = (server: Server, { app, signIn }: ConsoleParts, place: Place): void => {
  const { sessions, users } = app.store;
  const hasOpenId = app.config.daemon.openid !== undefined;
  const begin = ({ request, reply }: Asked, secret: string): void =>
    void reply.header("set-cookie", `${place.cookieOf(request)}=${secret}; ${place.cookieAttributes}`);
  const end = ({ request, reply }: Asked): void =>
    void reply.header("set-cookie", `${place.cookieOf(request)}=; ${place.cookieAttributes}; Max-Age=0`);

  server.openPage("/sign-in", async (visit, { query }) => {
    const refused = query("unsent") === undefined ? undefined : visit.words.signIn.ended;
    return signInPage(visit, { to: localPath(query("to")), refused, hasOpenId });
  });
  server.openForm("/sign-in", async (visit, asked) => {
    const { request, reply, field } = asked;
    const to = localPath(field("to"));
    const deviceCookie = `${place.cookieOf(request)}-device`;
    const device = cookieOf(request, deviceCookie);
    const said = { name: field("name") ?? "", password: field("password") ?? "" };
    const tried = await signIn({ ...said, address: place.addressOf(request), device });
    if (tried.result === "in") {
      const { name } = tried.user;
      begin(asked, await sessions.open(name));
      const mark = await users.deviceOf(name);
      reply.header("set-cookie", `${deviceCookie}=${mark}; ${place.cookieAttributes}; Max-Age=${deviceKnownS}`);
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
  server.openForm("/link/:secret", async (visit, asked) => {
    const used = await sessions.useLink(asked.param("secret"));
    if (!used) return linkPage(visit, "", undefined);
    begin(asked, used.session);
    return { to: `/decide/${shortFingerprint(used.plan)}` };
  });
  server.form(
    "/sign-out",
    async (_visit, asked) => {
      await sessions.end(cookieOf(asked.request, place.cookieOf(asked.request)) ?? "");
      end(asked);
      return { to: "/sign-in" };
    },
    { forLinks: true },
  );
  server.form("/sign-out-everywhere", async ({ person }, asked) => {
    await sessions.endAll(person.name);
    end(asked);
    return { to: "/sign-in" };
  });
  server.openForm("/language", async (_visit, { reply, field }) => {
    setLanguage(reply, place, field("language"));
    return { to: localPath(field("to")) };
  });
};

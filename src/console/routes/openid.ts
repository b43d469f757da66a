/** Signs people in at the company's OpenID provider, where `daemon.openid` names one. */
import { atMostEvery } from "../../lib/http/at-most-every.ts";
import { type BegunSignIn, cookieText, openOpenId, readCookieText } from "../access/openid.ts";
import { localPath, type Place } from "../access/place.ts";
import { cookieOf, type Visit } from "../access/visit.ts";
import type { Page } from "../html/layout.ts";
import { continuePage, signInPage } from "../pages/sign-in.ts";
import type { ConsoleParts } from "../parts.ts";
import type { Asked, Server } from "../serve.ts";

const returnPath = "/sign-in/openid/return";
const beginS = 600;
const recordedEveryMs = 60_000;

export const serveOpenId = (server: Server, { app }: ConsoleParts, place: Place): void => {
  const settings = app.config.daemon.openid;
  if (!settings) return;
  const { store, log } = app;
  const openId = openOpenId(settings);
  const attributes = `Path=/sign-in; HttpOnly; SameSite=Lax${place.isSecure ? "; Secure" : ""}`;
  const setCookie = ({ reply }: Asked, begun: BegunSignIn | undefined): void =>
    void reply.header(
      "set-cookie",
      begun
        ? `${cookie}=${cookieText(begun)}; ${attributes}; Max-Age=${beginS}`
        : `${cookie}=; ${attributes}; Max-Age=0`,
    );
  const note = atMostEvery(recordedEveryMs, (times, why: string) => {
    log.warn({ why, times }, "a sign-in at the provider was refused");
  });
  const refuse = (visit: Visit, { reply }: Asked, why: string, to = "/"): Page => {
    note(why);
    reply.code(why === "unreachable" ? 503 : 403);
    const { openIdNoRole, openIdTaken, openIdRefused } = visit.words.signIn;
    const said = why === "no-role" ? openIdNoRole : why === "name-taken" ? openIdTaken : openIdRefused(why);
    return signInPage(visit, { to, refused: said, hasOpenId: true });
  };

  // By a link, because a form may lead to this console only.
  server.openPage("/sign-in/openid", async (visit, asked) => {
    const to = localPath(asked.query("to"));
    const began = await openId.begin(`${place.originOf(asked.request)}${returnPath}`, to).catch(() => undefined);
    if (!began) return refuse(visit, asked, "unreachable", to);
    setCookie(asked, began.begun);
    return { elsewhere: began.address };
  });
  server.openPage(returnPath, async (visit, asked) => {
    const { request, reply } = asked;
    const begun = readCookieText(cookieOf(request, cookie));
    // Used once, whatever comes of it.
    setCookie(asked, undefined);
    if (!begun) return refuse(visit, asked, "not-begun");
    const returned = await openId.end(new URL(request.url, place.originOf(request)), begun);
    if ("refused" in returned) return refuse(visit, asked, returned.refused);
    const { person, roles } = returned;
    // Four eyes are told apart by name, so nobody may come in under the name of a local account.
    const local = await store.users.list();
    if (local.some(({ name }) => name.toLowerCase() === person.toLowerCase()))
      return refuse(visit, asked, "name-taken");
    const secret = await store.sessions.openFrom(openId.issuer, person, roles);
    reply.header("set-cookie", `${place.cookieOf(request)}=${secret}; ${place.cookieAttributes}`);
    // A redirect would still be a request from the provider's site, with which the browser does not send the cookie.
    return continuePage(visit, person, localPath(begun.to));
  });
};

const cookie = "musterd-openid";

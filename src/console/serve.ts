/**
 * How each page is served: only from the console's own place, in the language of the visitor, to somebody who has signed in and has the
 * role, and forms only with the token of the session. Nothing is stored by browsers or framed by others.
 */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { asMusterdError, MusterdError } from "../lib/errors.ts";
import { fingerprintForm } from "../model/plan/fingerprint.ts";
import type { Role } from "../model/role.ts";
import { type Language, languages } from "../model/words/language.ts";
import { type Place, shownPath } from "./access/place.ts";
import { cookieOf, fieldOf, formTokenOf, mayDo, type OwnVisit, type Person, type Visit } from "./access/visit.ts";
import type { Html } from "./html/html.ts";
import { type Assets, document, type Page } from "./html/layout.ts";
import { errorPage, refusedPage, signInPage } from "./pages/sign-in.ts";
import type { ConsoleParts } from "./parts.ts";
import { acceptedLanguage, wordsOf } from "./words/words.ts";

const policy =
  "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** Of pages with nothing to press. */
const framedPolicy = policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'");

/** What a handler answers: a page, another address of the console, the provider's, or nothing if it has answered itself. */
type Answer = Page | { readonly to: string } | { readonly elsewhere: string } | undefined;

export type Asked = {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly param: (name: string) => string;
  readonly query: (name: string) => string | undefined;
  readonly field: (name: string) => string | undefined;
  readonly file: (name: string) => Buffer | undefined;
};

type Own = (visit: OwnVisit, asked: Asked) => Promise<Answer>;
type Open = (visit: Visit, asked: Asked) => Promise<Answer>;

/** `forLinks`: also for sessions about the plan in the path. `takesFile`: a form that may be as large as a file. */
type Needs = { readonly role?: Role; readonly forLinks?: true; readonly takesFile?: true };

export type Server = {
  /** A page for everybody who has signed in, or only for a role. */
  readonly page: (path: string, answer: Own, needs?: Needs) => void;
  readonly form: (path: string, answer: Own, needs?: Needs) => void;
  /** What others serve in a scope of theirs below the console's is for a role only. */
  readonly guard: (inner: FastifyInstance, role: Role) => void;
  /** A page and a form before anybody has signed in. */
  readonly openPage: (path: string, answer: Open) => void;
  readonly openForm: (path: string, answer: Open) => void;
};

const languageCookie = "musterd-language";

const languageOf = (request: FastifyRequest, otherwise: Language): Language => {
  const chosen = cookieOf(request, languageCookie);
  return (
    languages.find((language) => language === chosen) ??
    acceptedLanguage(request.headers["accept-language"] ?? "", otherwise)
  );
};

export const createServer = (scope: FastifyInstance, parts: ConsoleParts, place: Place, assets: Assets): Server => {
  const { store, config } = parts.app;

  const visitOf = (request: FastifyRequest): Visit => {
    const language = languageOf(request, config.language);
    return { language, words: wordsOf(language), path: shownPath(request), formToken: "" };
  };

  const { giveBack, refuse, fail, answerWith } = showing(assets, parts);

  /** The visit of somebody who may do this; everybody else is answered. */
  const admit = async (asked: Asked, isForm: boolean, { role, forLinks }: Needs): Promise<OwnVisit | undefined> => {
    const { request, reply } = asked;
    const secret = cookieOf(request, place.cookieOf(request));
    const person = await personOf(store, secret);
    if (!person) {
      const written = isForm && place.isOwnOrigin(request) ? asked.field("reason") : undefined;
      await (written ? giveBack(reply, visitOf(request), written) : reply.redirect(signInAddress(request), 303));
      return undefined;
    }
    const formToken = formTokenOf(secret ?? "");
    const visit = { ...visitOf(request), person, formToken };
    const plan = asked.param("plan");
    const refused =
      isForm && (!place.isOwnOrigin(request) || asked.field("token") !== formToken)
        ? "form"
        : person.plan !== undefined && !(forLinks && (plan === "" || isSamePlan(person.plan, plan)))
          ? "otherPlan"
          : role !== undefined && !mayDo(visit, role) && "role";
    if (!refused) return visit;
    await refuse(reply, visit, refused);
    return undefined;
  };

  const own =
    (answer: Own, isForm: boolean, needs: Needs = {}) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const asked = askedOf(request, reply);
      const failed = (thrown: unknown): void => void fail(reply, visitOf(request), thrown);
      const visit = await admit(asked, isForm, needs).catch(failed);
      return visit ? answerWith(visit, asked, answer(visit, asked)) : reply;
    };

  const open =
    (answer: Open, isForm: boolean) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const visit = visitOf(request);
      if (isForm && !place.isOwnOrigin(request)) return refuse(reply, visit, "form");
      const asked = askedOf(request, reply);
      return answerWith(visit, asked, answer(visit, asked));
    };

  readForms(scope);
  // What happens before a handler is asked: a form that cannot be read, and a store that cannot say who sends it.
  scope.setErrorHandler<FastifyError>((error, request, reply) => {
    const { statusCode = 500 } = error;
    const visit = visitOf(request);
    if (statusCode >= 500) return fail(reply, visit, error);
    return refuse(reply, visit, statusCode === 413 ? "tooLarge" : "form", statusCode);
  });
  const takenFrom = optionsOfForms(store, place);
  keepToPlace(scope, place);
  // Programs that ask for another address of the daemon get its answer in JSON.
  scope.get("/*", (request, reply) =>
    request.headers.accept?.includes("text/html") ? refuse(reply, visitOf(request), "notFound") : reply.callNotFound(),
  );
  return {
    page: (path, answer, needs) => void scope.get(path, own(answer, false, needs)),
    form: (path, answer, needs) => void scope.post(path, takenFrom(needs), own(answer, true, needs)),
    guard: (inner, role) =>
      inner.addHook("onRequest", async (request, reply) => {
        await admit(askedOf(request, reply), false, { role });
      }),
    openPage: (path, answer) => void scope.get(path, open(answer, false)),
    openForm: (path, answer) => void scope.post(path, { bodyLimit: longestForm }, open(answer, true)),
  };
};

/** Every answer says what a page may do, and other hosts get none. */
const keepToPlace = (scope: FastifyInstance, place: Place): void =>
  void scope.addHook("onRequest", async (request, reply) => {
    reply.headers({
      "content-security-policy": policy,
      "referrer-policy": "same-origin",
      "cross-origin-opener-policy": "same-origin",
    });
    if (!place.isOwnHost(request))
      await reply.code(403).type("text/plain").send("This is not an address of the console.\n");
  });

/** The person who has signed in, with the roles of now. */
const personOf = async (
  { sessions, users }: ConsoleParts["app"]["store"],
  secret: string | undefined,
): Promise<Person | undefined> => {
  const session = secret === undefined ? undefined : await sessions.find(secret);
  if (!session) return undefined;
  if (session.roles) return { name: session.person, roles: session.roles };
  const user = await users.find(session.person);
  return user && { name: user.name, roles: user.roles, ...(session.plan !== undefined && { plan: session.plan }) };
};

/**
 * Whoever has not signed in is sent there before the body is read: strangers could fill the memory, or have parts read for seconds. Only
 * a short form from a page of this console is read, because what is written in it is given back.
 */
const optionsOfForms = (store: ConsoleParts["app"]["store"], place: Place) => {
  const isKnown = async (request: FastifyRequest): Promise<boolean> =>
    (await personOf(store, cookieOf(request, place.cookieOf(request)))) !== undefined;
  const isOwnText = (request: FastifyRequest): boolean =>
    place.isOwnOrigin(request) && request.headers["content-type"] === "application/x-www-form-urlencoded";
  return ({ takesFile }: Needs = {}) => ({
    onRequest: async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> =>
      (!takesFile && isOwnText(request)) || (await isKnown(request))
        ? undefined
        : reply.redirect(signInAddress(request), 303),
    bodyLimit: takesFile ? longestUpload : longestForm,
  });
};

/** Leads back to the page, and says of a form that it was not taken. */
const signInAddress = (request: FastifyRequest): string =>
  `/sign-in?to=${encodeURIComponent(shownPath(request))}${request.method === "POST" ? "&unsent" : ""}`;

const readForms = (scope: FastifyInstance): void => {
  scope.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  scope.addContentTypeParser(
    "multipart/form-data",
    { parseAs: "buffer" },
    async (request: FastifyRequest, body: Buffer) => partsOf(request.headers["content-type"] ?? "", body),
  );
};

/** What is sent for each answer. */
const showing = (assets: Assets, { app, errorWords }: ConsoleParts) => {
  const show = (reply: FastifyReply, visit: Visit, page: Page, status = reply.statusCode): FastifyReply =>
    reply
      .code(status)
      .type("text/html; charset=utf-8")
      .send(String(document(visit, assets, page) satisfies Html));

  /** The sign-in for somebody whose session has ended, with what they have written: the browser forgets it. */
  const giveBack = (reply: FastifyReply, visit: Visit, written: string): FastifyReply => {
    const { path: to, words } = visit;
    const hasOpenId = app.config.daemon.openid !== undefined;
    return show(reply, visit, signInPage(visit, { to, refused: words.signIn.ended, written, hasOpenId }), 401);
  };

  const refuse = (
    reply: FastifyReply,
    visit: Visit,
    why: Parameters<typeof refusedPage>[1],
    status = why === "notFound" ? 404 : 403,
  ): FastifyReply => show(reply, visit, refusedPage(visit, why), status);

  const fail = (reply: FastifyReply, visit: Visit, thrown: unknown): FastifyReply => {
    const isExpected = thrown instanceof MusterdError;
    if (!isExpected) app.log.error({ err: thrown }, "a page failed");
    const page = errorPage(visit, asMusterdError(thrown), errorWords(visit.language));
    return show(reply, visit, page, isExpected ? 409 : 500);
  };

  const answerWith = async (visit: Visit, asked: Asked, answering: Promise<Answer>): Promise<FastifyReply> => {
    const { reply } = asked;
    try {
      const answer = await answering;
      if (answer === undefined) return reply.sent ? reply : refuse(reply, visit, "notFound");
      if ("to" in answer) return reply.redirect(answer.to, 303);
      if ("elsewhere" in answer) return reply.redirect(answer.elsewhere, 303);
      if (answer.isFramed) reply.headers({ "content-security-policy": framedPolicy, "x-frame-options": "SAMEORIGIN" });
      return show(reply, visit, answer);
    } catch (thrown) {
      return fail(reply, visit, thrown);
    }
  };
  return { giveBack, refuse, fail, answerWith };
};

const longestForm = 16 * 1024;
const longestUpload = 2 * 1024 * 1024;

/** The fields of a form with files: texts, and the bytes of files. */
const partsOf = async (type: string, body: Buffer): Promise<Readonly<Record<string, string | Buffer>>> => {
  const sent = new Response(new Uint8Array(body), { headers: { "content-type": type } });
  const form = await sent.formData().catch((cause: unknown) => {
    throw Object.assign(new Error("the form cannot be read", { cause }), { statusCode: 400 });
  });
  const parts = [...form].map(
    async ([name, value]) =>
      [name, typeof value === "string" ? value : Buffer.from(await value.arrayBuffer())] as const,
  );
  return Object.fromEntries(await Promise.all(parts));
};

const askedOf = (request: FastifyRequest, reply: FastifyReply): Asked => ({
  request,
  reply,
  param: (name) => fieldOf(request.params, name) ?? "",
  query: (name) => fieldOf(request.query, name),
  field: (name) => fieldOf(request.body, name),
  file: (name) => {
    const sent = (request.body as Readonly<Record<string, unknown>> | undefined)?.[name];
    return Buffer.isBuffer(sent) ? sent : undefined;
  },
});

/** A path names a plan by the first digits of its fingerprint. */
const isSamePlan = (fingerprint: string, digits: string): boolean =>
  fingerprintForm.test(digits) && fingerprint.startsWith(digits);

export const setLanguage = (reply: FastifyReply, { cookieAttributes }: Place, language: string | undefined): void => {
  const chosen = languages.find((one) => one === language);
  if (chosen) reply.header("set-cookie", `${languageCookie}=${chosen}; ${cookieAttributes}; Max-Age=31536000`);
};

/** A visit: who asks for a page, in which language, and what the page needs to know of both. */
import { hash } from "node:crypto";
import type { FastifyRequest } from "fastify";
import type { Role } from "../../model/role.ts";
import type { Actor } from "../../model/runs/actor.ts";
import type { Language } from "../../model/words/language.ts";
import type { ConsoleWords } from "../words/words.ts";

export type Person = {
  readonly name: string;
  readonly roles: readonly Role[];
  /** The fingerprint of the only plan that the person may see now. */
  readonly plan?: string;
};

export type Visit = {
  readonly language: Language;
  readonly words: ConsoleWords;
  readonly path: string;
  /** Absent on the pages before somebody has signed in. */
  readonly person?: Person;
  /** Belongs into each form of a person who has signed in. */
  readonly formToken: string;
};

/** A visit of somebody who has signed in. */
export type OwnVisit = Visit & { readonly person: Person };

/** Another site cannot know it, because it follows from the secret of the session. */
export const formTokenOf = (secret: string): string => hash("sha256", `form ${secret}`, "base64url");

/** The value of a cookie; undefined if it is not sent exactly once. */
export const cookieOf = ({ headers }: Pick<FastifyRequest, "headers">, name: string): string | undefined => {
  const found = (headers.cookie ?? "")
    .split(";")
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`));
  return found.length === 1 ? found[0]?.slice(name.length + 1) : undefined;
};

/** The first value of a field of a form or of a query. */
export const fieldOf = (fields: unknown, name: string): string | undefined => {
  const value = (fields as Readonly<Record<string, unknown>> | undefined)?.[name];
  const [first] = Array.isArray(value) ? value : [value];
  return typeof first === "string" ? first : undefined;
};

/** Who does what the page asks for. */
export const actorOf = ({ person }: OwnVisit): Actor => ({ kind: "person", name: person.name });

/** The same for decisions, which need a role. */
export const deciderOf = (visit: OwnVisit) => ({ actor: actorOf(visit), roles: visit.person.roles });

export const mayDo = ({ person }: OwnVisit, role: Role): boolean => person.roles.includes(role);

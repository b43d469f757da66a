/** Who or what does something: a person, a token, a command, or the daemon by itself. */
import type { Trigger } from "./run.ts";

export type Actor = {
  /**
   * person: signed in · token: a program with a token of its own · sign-off: a form of the service · command: a user of the
   * operating system · program: musterd by itself. The other triggers are the daemon's own.
   */
  readonly kind: "person" | "token" | "sign-off" | "program" | Trigger;
  /** The name of the person or token, the number of the form, or `user@host` of the command. */
  readonly name?: string;
};

/** What musterd does by itself, as part of what somebody has asked for. */
export const program: Actor = { kind: "program" };

/**
 * True if the two may be one person: the same name before an `@`, in whatever case. A person is `chen` when signing in, and
 * `chen@host` when running a command.
 */
export const isSamePerson = (one: Pick<Actor, "name">, other: Pick<Actor, "name">): boolean =>
  one.name !== undefined && other.name !== undefined && ownName(one.name) === ownName(other.name);

const ownName = (name: string): string => (name.split(" ").at(-1) ?? "").split("@", 1)[0]?.toLowerCase() ?? "";

/** An actor as lists show it: a name alone is a person's or, with `@`, that of a user on a machine. */
export const actorText = ({ kind, name }: Actor): string => {
  if (name === undefined) return kind;
  return kind === "person" || kind === "command" ? name : `${kind} ${name}`;
};

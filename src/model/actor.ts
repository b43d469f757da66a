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

/** An actor as lists show it: a name alone is a person's or, with `@`, that of a user on a machine. */
export const actorText = ({ kind, name }: Actor): string => {
  if (name === undefined) return kind;
  return kind === "person" || kind === "command" ? name : `${kind} ${name}`;
};

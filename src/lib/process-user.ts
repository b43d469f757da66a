/** The user of the operating system to whom this process belongs. */
import { hostname, userInfo } from "node:os";

/** Returns `user@host`. */
export const processUser = (): string => `${userName()}@${hostname()}`;

/** The user of this process as an actor: who runs a command does what the command does. */
export const processActor = (): { readonly kind: "command"; readonly name: string } => ({
  kind: "command",
  name: processUser(),
});

/** A container may have no name for its user, who is then called by the number. */
export const userName = (): string => {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? "unknown");
  }
};

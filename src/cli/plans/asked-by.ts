/** Who gives the command, for the history of runs and for releases. */
import { hostname, userInfo } from "node:os";

/** Returns `user@host`; a container may have no name for its user, who is then called by the number. */
export const askedBy = (): string => `${userName()}@${hostname()}`;

const userName = (): string => {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? "unknown");
  }
};

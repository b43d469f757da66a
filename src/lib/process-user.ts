/** The user of the operating system to whom this process belongs. */
import { hostname, userInfo } from "node:os";

/** Returns `user@host`; a container may have no name for its user, who is then called by the number. */
export const processUser = (): string => `${userName()}@${hostname()}`;

const userName = (): string => {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? "unknown");
  }
};

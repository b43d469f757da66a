/** Protected accounts (administrators, service accounts): whatever is wanted about them is held. */
import type { Intent } from "./book.ts";
import type { Person } from "./people.ts";
import { isProtected } from "./policy.ts";
import type { World } from "./world.ts";

/** Writes a change about a person into the book, or holds it when either of the person's accounts is protected. */
export const writeAbout = (world: World, person: Person, intent: Intent): string | undefined => {
  const now = person.current?.account ?? person.account;
  return isProtected(world.settings, person.desired?.account ?? now) || isProtected(world.settings, now)
    ? world.book.hold(intent, "protected", [now])
    : world.book.write(intent);
};

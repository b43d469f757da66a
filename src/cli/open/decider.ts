/** Who decides by a command: the user of the operating system, who can write the store and so has every role. */
import type { Decider } from "../../app/deciding.ts";
import { processActor } from "../../lib/process-user.ts";
import { roles } from "../../model/role.ts";

export const commandDecider = (): Decider => ({ actor: processActor(), roles });

/** The columns in which rows say who has done something. */
import type { Actor } from "../../model/runs/actor.ts";
import type { ActorColumns } from "./schema.ts";

export const actorColumns = ({ kind, name }: Actor): ActorColumns => ({ by_kind: kind, by_name: name ?? null });

export const actorOf = ({ by_kind, by_name }: ActorColumns): Actor => ({
  kind: by_kind as Actor["kind"],
  ...(by_name !== null && { name: by_name }),
});

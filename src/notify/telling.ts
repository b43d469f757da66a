/** The troubles that last, and what is told about them while one decision is made. */
import { isoInstant } from "../lib/clock.ts";
import type { Occurred, Phase, Trouble } from "../model/runs/told.ts";
import type { Draft } from "../store/outgoing/outbox.ts";
import type { OccurrenceCode } from "./occurrences.ts";
import { recipientsOf } from "./recipients.ts";
import type { NotifySettings } from "./settings.ts";

/** `since`: absent if it has just begun. */
type Open = Occurred & { readonly since?: string };

export type Telling = {
  readonly drafts: readonly Draft[];
  readonly once: (code: OccurrenceCode, details: Occurred["details"]) => void;
  readonly begin: (code: OccurrenceCode, about: string, details: Occurred["details"]) => void;
  /** Ends a trouble whose beginning was told without the store. */
  readonly over: (code: OccurrenceCode, details: Occurred["details"]) => void;
  /** Ends the troubles that `isOver` says are over. */
  readonly end: (isOver: (trouble: Occurred) => boolean, details?: Occurred["details"]) => void;
  /** The only troubles with this code are these. */
  readonly only: (code: OccurrenceCode, present: readonly Omit<Occurred, "code">[]) => void;
  readonly open: () => readonly Open[];
};

export const openTelling = (settings: NotifySettings, troubles: readonly Trouble[]): Telling => {
  const drafts: Draft[] = [];
  const open = new Map<string, Open>(
    troubles.map((trouble) => [idOf(trouble), { ...trouble, since: isoInstant(trouble.sinceMs) }]),
  );
  const draft = (phase: Phase, occurred: Occurred) =>
    drafts.push({
      code: occurred.code,
      about: occurred.about,
      details: occurred.details,
      phase,
      to: recipientsOf(settings, occurred),
    });
  const begin: Telling["begin"] = (code, about, details) => {
    const occurred = { code, about, details };
    const told = open.get(idOf(occurred));
    if (!told) draft("began", occurred);
    else if (details.marks?.some((mark) => !told.details.marks?.includes(mark))) draft("again", occurred);
    else return;
    open.set(idOf(occurred), { ...told, ...occurred });
  };
  const end: Telling["end"] = (isOver, details = {}) => {
    for (const [id, trouble] of open) {
      if (!isOver(trouble)) continue;
      const { code, about, since, details: told } = trouble;
      const { name } = told;
      draft("ended", {
        code,
        about,
        details: { ...(name !== undefined && { name }), ...(since !== undefined && { since }), ...details },
      });
      open.delete(id);
    }
  };
  return {
    drafts,
    begin,
    end,
    once: (code, details) => draft("once", { code, about: "", details }),
    over: (code, details) => draft("ended", { code, about: "", details }),
    only: (code, present) => {
      for (const { about, details } of present) begin(code, about, details);
      end((trouble) => trouble.code === code && !present.some(({ about }) => about === trouble.about));
    },
    open: () => [...open.values()],
  };
};

const idOf = ({ code, about }: Pick<Occurred, "code" | "about">): string => `${code} ${about}`;

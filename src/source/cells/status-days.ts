/**
 * Counts what columns with a status have: words, days in place of a status, and people whom a day that lies ahead made inactive.
 * `quality/status-days.ts` judges the counts.
 */
import type { CalendarDate } from "../../model/directory/directory.ts";
import type { Kind } from "../../model/directory/kind.ts";

/** Where a field is mapped, for messages. */
type StatusPlace = { readonly kind: Kind; readonly setting: string; readonly column: string };

/**
 * What a text or a row was: a `word`, a `day` in place of a status, somebody whom the mapping made inactive by a day that lies
 * ahead (`decided`), or somebody inactive with a last day ahead in a column that no setting reads (`contradicted`).
 */
type Seen = "word" | "day" | "decided" | "contradicted";

export type StatusCounts = StatusPlace & { readonly counts: Readonly<Record<Seen, number>> };

export type StatusDays = {
  /** A last day of today still lies ahead. */
  readonly today: CalendarDate;
  /** Returns a function that counts what is seen at this place. */
  readonly at: (place: StatusPlace) => (seen: Seen) => void;
  readonly seen: () => readonly StatusCounts[];
};

/** Counts through one reading. */
export const watchStatusDays = (today: CalendarDate): StatusDays => {
  const places = new Map<string, StatusPlace & { readonly counts: Record<Seen, number> }>();
  return {
    today,
    at: (place) => {
      const id = `${place.setting}\n${place.column}`;
      const known = places.get(id) ?? { ...place, counts: { word: 0, day: 0, decided: 0, contradicted: 0 } };
      places.set(id, known);
      return (seen) => {
        known.counts[seen] += 1;
      };
    },
    seen: () => [...places.values()],
  };
};

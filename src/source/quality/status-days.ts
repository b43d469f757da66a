/**
 * The rule `date-no-status`: days that the mapping makes a status of. A last day that lies ahead is no status, because the
 * person still works. The rows themselves are rejected where they are read, so nobody is disabled; the rule says that the
 * mapping is wrong, and which setting is right.
 */
import type { CalendarDate } from "../../model/directory.ts";
import type { Kind } from "../../model/kind.ts";
import type { Found } from "./settings.ts";

/** Where a field is mapped, for messages. */
type StatusPlace = { readonly kind: Kind; readonly setting: string; readonly column: string };

/**
 * What a text or a row was: a `word`, a `day` in place of a status, somebody whom the mapping made inactive by a day that lies
 * ahead (`decided`), or somebody inactive with a last day ahead in a column that no setting reads (`contradicted`).
 */
type Seen = "word" | "day" | "decided" | "contradicted";

export type StatusDays = {
  /** A last day of today still lies ahead. */
  readonly today: CalendarDate;
  /** Returns a function that counts what is seen at this place. */
  readonly at: (place: StatusPlace) => (seen: Seen) => void;
  readonly found: () => readonly Found[];
};

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
    found: () => [...places.values()].flatMap(({ counts, ...place }) => findingsAt(place, counts)),
  };
};

const findingsAt = (place: StatusPlace, { word, day, decided, contradicted }: Record<Seen, number>): Found[] => {
  const { kind, setting, column } = place;
  const of = (count: number, base: number, message: string, hint: string): Found => ({
    rule: "date-no-status",
    kind,
    field: column,
    count,
    limit: 0,
    base,
    message,
    hint,
  });
  const found: Found[] = [];
  if (day > 0) {
    const message = `${setting}: ${day} of ${day + word} filled cells of the column "${column}" are dates, and a date is no status`;
    const finding = of(day, day + word, message, rightSetting(column));
    // A date among words is a typing error, which its own row shows.
    found.push(word > day ? { ...finding, mild: true } : finding);
  }
  if (decided > 0) {
    const message = `${setting}: ${decided} rows of ${kind} became inactive by the column "${column}", whose days lie ahead`;
    found.push(of(decided, decided, message, rightSetting(column)));
  }
  if (contradicted > 0) {
    const message = `${setting}: ${contradicted} rows of ${kind} are inactive, and the column "${column}", which no setting reads, has a day that lies ahead`;
    found.push({ ...of(contradicted, contradicted, message, rightSetting(column)), mild: true });
  }
  return found;
};

const rightSetting = (column: string): string =>
  `map "${column}" to \`resignationDate\` (the first day of work to \`hireDate\`, a leave to \`leaveFrom\` and \`leaveUntil\`); ` +
  "people are disabled when the day is over, and `active` may be left out";

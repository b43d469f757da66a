/** The entries of the calendar: what comes due for people after a plan. */

/**
 * What happens to a person on a later day, provided that the source does not change and a run is made every day. created: the
 * account is created · active: the person becomes active · last-day: the last working day · disabled: the person is disabled ·
 * leave-begins, leave-ends: the person is disabled for a leave, or active again after it · missing: the person is disabled,
 * because so many readings were without the person · next-row: another row of the source begins to count for the person
 */
export type DueEvent =
  | "created"
  | "active"
  | "last-day"
  | "disabled"
  | "leave-begins"
  | "leave-ends"
  | "missing"
  | "next-row";

/** One entry of the calendar of the next 14 days. */
export type Due = {
  readonly date: string;
  readonly what: DueEvent;
  /** Account and name of the person. */
  readonly key: string;
  readonly label: string;
  readonly department?: string;
};

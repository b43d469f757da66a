/** What musterd submits to the service's own workflow: a form about a blocked plan, or the report of a run. */
export type Submission = {
  readonly kind: "form" | "report";
  /** The fingerprint of the plan, or the id of the run. */
  readonly about: string;
  /** The id of the run whose report it has. */
  readonly run: string;
  /**
   * owed: still to be sent · sent: a form was sent, or may have been · started: the service has taken the form, `trace` is known ·
   * waiting: `document` waits for signatures · done
   */
  readonly state: "owed" | "sent" | "started" | "waiting" | "done";
  /** Since when it has this state. */
  readonly sinceMs: number;
  /** Failures in a row. */
  readonly tries: number;
  readonly trace?: string;
  /** The number of the form. */
  readonly document?: string;
  /** Accounts of the approvers for whose own signature the form waited when it was last looked at. */
  readonly asked: readonly string[];
  /** The code of the last failure or, of what is done, why it had no effect. */
  readonly problem?: string;
};

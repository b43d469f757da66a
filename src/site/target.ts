/**
 * The target as the rest of musterd sees it: it can be read completely, and it can carry out one operation of a plan.
 * Types only; `open-target.ts` has the implementation.
 */

import type { DetailScope, ShownEmployee, Sought, TargetLists, TargetSnapshot } from "../model/directory/snapshot.ts";
import type { Operation } from "../model/plan/operation.ts";
import type { Peeked } from "./calls/peeked.ts";
import type { BindingCheck, CheckWords } from "./reads/check-bindings.ts";
import type { PlainDetails } from "./reads/read-plain.ts";

/**
 * applied: the service carried out the operation · already-so: the service already had the wanted state · rehired: the
 * person to create existed, hidden from the lists, and was reactivated (R51).
 */
export type Performed = "applied" | "already-so" | "rehired";

export type { Peeked } from "./calls/peeked.ts";

/** Reads. Its transport refuses every operation that changes something. */
export interface TargetReader {
  /** Reads V1, D1, T1, J4 and E1, all or nothing; not E1 if `people` is given. Rejects with a MusterdError. */
  readLists(people?: Pick<TargetLists, "employees">, peeked?: Peeked): Promise<TargetLists>;
  /** Active people, by account or number, whom E2 finds although E1 does not list them (R51). */
  readUnlisted(people: readonly Sought[]): Promise<readonly ShownEmployee[]>;
  /** The lists, and the members of departments, as they are sent; a reading that is given them requests none of them again. */
  peek(membersOf: readonly string[]): Promise<Peeked>;
  /** Posts and managers as E4 and D10 show them, people by their accounts; what cannot be read is left out. */
  readPlain(scope: Pick<DetailScope, "postsOf" | "managersOf">): Promise<PlainDetails>;
  /**
   * Reads D10, E4 and D9 for the objects in `scope`. If the read for one object fails, the object is listed in `unreadable`
   * and lacks the property; a problem of the whole service rejects.
   */
  readDetails(lists: TargetLists, scope: DetailScope, peeked?: Peeked): Promise<TargetSnapshot>;
  /** Milliseconds since 1970 by the service's clock; undefined until an answer has told. */
  timeMs(): number | undefined;
  /** Address and company, without secrets. */
  describe(): string;
  /** Calls V1 as the health check (R22); rejects with a MusterdError. */
  check(): Promise<void>;
  /** Calls every reading operation that a run needs and lists the address of each; failures are returned, not thrown. */
  checkBindings(words: CheckWords): Promise<readonly BindingCheck[]>;
  /** Closes the connections; calls in progress fail. */
  close(): Promise<void>;
}

/** Reads, carries out operations, refreshes. */
export interface TargetWriter extends TargetReader {
  /**
   * Carries out one operation, or finds that the service already has the wanted state. Rejects with a MusterdError if
   * the operation was refused, conflicts with existing data, or has an unknown outcome; retrying is then useless.
   * `beforeCall` runs before every HTTP call; `writes`: whether the call writes. An error that it throws ends the
   * operation, which rejects with the same error.
   */
  perform(operation: Operation, beforeCall: (writes: boolean) => void | Promise<void>): Promise<Performed>;
  /**
   * Calls P1, never twice at once. `beforeCall` also runs during waits, with false. Rejects with `refresh-unknown` if the service may or may
   * not have done it (R24).
   */
  refresh(beforeCall: (writes: boolean) => void | Promise<void>): Promise<void>;
  /**
   * How many operations keep all connections busy, and the maximum that `perform` carries out at the same time. There are more of
   * them than connections, so that the next request is ready when an answer comes; a write that waits for a connection is not sent
   * if `beforeCall` forbids it then.
   */
  readonly operationsAtATime: number;
  /** For how long, in milliseconds, readings may not show a write yet (R100). */
  readonly readLagMs: number;
  /** The number of writes on this connection that the service has carried out or may have carried out. */
  mutations(): number;
  /** The number of writes on this connection of which it is not known whether the service has carried them out, or still will. */
  unanswered(): number;
}

/**
 * The current side as the rest of musterd sees it: something that can be read completely, and something that can carry
 * out one operation of a plan. Types only; `open-target.ts` opens the real ones.
 */
import type { Operation } from "../model/operation.ts";
import type { DetailScope, TargetLists, TargetSnapshot } from "../model/snapshot.ts";
import type { BindingCheck, CheckWords } from "./check-bindings.ts";

/**
 * applied: the service carried it out · already-so: it was found as wanted · rehired: somebody to be created was found,
 * out of sight of the lists, and brought back (R51).
 */
export type Performed = "applied" | "already-so" | "rehired";

/** Reads. Its transport refuses every operation that changes something, whatever it is asked. */
export interface TargetReader {
  /** V1, D1, T1, J4 and E1, all or nothing; `people` takes the place of E1. Rejects with a MusterdError. */
  readLists(people?: Pick<TargetLists, "employees">): Promise<TargetLists>;
  /**
   * D10, E4 and D9 for what `scope` names. An object whose own read fails is listed in `unreadable` and stays without
   * that property; what concerns the whole service rejects.
   */
  readDetails(lists: TargetLists, scope: DetailScope): Promise<TargetSnapshot>;
  /** Address and company, no secret. */
  describe(): string;
  /** V1 as the health check (R22); rejects with a MusterdError. */
  check(): Promise<void>;
  /** Tries every reading operation that a run needs, and tells where each operation is; failures are values. */
  checkBindings(words: CheckWords): Promise<readonly BindingCheck[]>;
  /** Ends the connections; calls still under way fail. */
  close(): Promise<void>;
}

/** Reads, carries out operations, refreshes. */
export interface TargetWriter extends TargetReader {
  /**
   * Carries out one operation, or finds that the service is already so. Rejects with a MusterdError when it was refused,
   * when it conflicts with what is there, or when its outcome stays unknown; nothing is left to retry then.
   * `beforeCall` runs before every HTTP call, told whether the call writes; what it throws ends the operation unchanged.
   */
  perform(operation: Operation, beforeCall: (writes: boolean) => void | Promise<void>): Promise<Performed>;
  /** P1, never two at once. Rejects with `refresh-unknown` where the service may or may not have done it (R24). */
  refresh(beforeCall: () => void | Promise<void>): Promise<void>;
  /** Writes of this connection that the service has carried out, or may have. */
  mutations(): number;
}

/** Finds the object to which an operation writes, and the object's key after the operation. */

import type { Operation } from "../../src/model/plan/operation.ts";
import type { Kind } from "../../src/model/plan/plan.ts";

export type Subject = {
  readonly kind: Extract<Kind, "level" | "title" | "function" | "category" | "department" | "employee">;
  readonly key: string;
  /** The key afterwards, if the operation changes it. */
  readonly newKey?: string;
};

export const subjectOf = (operation: Operation): Subject => {
  switch (operation.id) {
    case "V2":
    case "V4":
    case "V5":
      return { kind: "level", key: operation.code };
    case "V3":
      return { kind: "level", key: operation.code, newKey: operation.newCode };
    case "D2":
    case "D4":
    case "D7":
    case "D11":
    case "D12":
      return { kind: "department", key: operation.code };
    case "D3":
      return { kind: "department", key: operation.code, newKey: operation.newCode };
    case "J1":
      return { kind: "category", key: operation.category, newKey: operation.newCategory };
    case "J2":
      return { kind: "category", key: operation.category };
    case "J5":
    case "J7":
    case "J8":
      return { kind: "function", key: operation.code };
    case "J6":
      return { kind: "function", key: operation.code, newKey: operation.newCode };
    case "T2":
    case "T4":
    case "T5":
      return { kind: "title", key: operation.code };
    case "T3":
      return { kind: "title", key: operation.code, newKey: operation.newCode };
    case "E11":
      return { kind: "employee", key: operation.account, newKey: operation.newAccount };
    case "E7":
    case "E8":
    case "E9":
    case "E12":
    case "E13":
    case "E14":
      return { kind: "employee", key: operation.account };
  }
};

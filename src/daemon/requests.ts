/** Which requests of the control interface need which role. The HTTP checks, the documentation and the tests follow this table. */
import { type Role, roles } from "../model/role.ts";

/** A method and a path below /v1. */
export type RequestName = keyof typeof requestRoles;

/** A caller with one of the roles may send the request. */
export const requestRoles = {
  "GET /status": roles,
  "POST /runs": ["operator"],
  "GET /runs": roles,
  "GET /runs/:id": roles,
  "GET /runs/:id/report.json": roles,
  "GET /runs/:id/report.html": roles,
  "GET /runs/:id/report.md": roles,
  "GET /runs/:id/report.xlsx": roles,
  "GET /runs/:id/events": roles,
  "POST /runs/:id/cancel": ["operator"],
  "POST /runs/:id/release": ["approver"],
  "POST /runs/:id/reject": ["approver"],
  "POST /pause": ["operator"],
  "POST /resume": ["operator"],
  "GET /explain/:name": roles,
  "GET /history/:name": roles,
  "GET /proposals": roles,
  "POST /proposals": ["approver"],
  "GET /audit": ["auditor"],
  "GET /audit/verification": ["auditor"],
} as const satisfies Readonly<Record<string, readonly Role[]>>;

export const mayRequest = (own: readonly Role[], name: RequestName): boolean =>
  own.some((role) => (requestRoles[name] as readonly Role[]).includes(role));

/** Tests that a message about a run begins with the worst: its reader may see no more than the first line. */
import { expect, it } from "vitest";
import type { EndedRun } from "../../src/model/told.ts";
import { detailsOf } from "../../src/notify/judge-run.ts";

it("names disabled people before created ones, and the limit that is exceeded most before the others", () => {
  const count = (action: "create" | "deactivate") =>
    ({ kind: "employee", action, count: 1, result: "planned" }) as const;
  const breach = (action: "create" | "deactivate", limit: number) =>
    ({ code: "cap-exceeded", kind: "employee", action, count: 9, limit, base: 40 }) as const;
  const ended = {
    run: { id: "1", status: "blocked", trigger: "schedule" },
    codes: [],
    changes: [count("create"), count("deactivate")],
    breaches: [breach("create", 8), breach("deactivate", 2)],
  } as unknown as EndedRun;
  const { changes, breaches } = detailsOf(ended);
  expect([changes, breaches].map((list) => list?.map(({ action }) => action))).toEqual([
    ["deactivate", "create"],
    ["deactivate", "create"],
  ]);
});

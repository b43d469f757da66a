/** The breaker counts failures that are alike and between which nothing works; refusals are counted for each act. */
import { expect, it } from "vitest";
import type { Change } from "../../../src/model/plan/plan.ts";
import { openBreaker } from "../../../src/run/apply/breaker.ts";

const change = (kind: Change["kind"], action: Change["action"]): Change => ({
  id: `${kind}/x/${action}`,
  kind,
  key: "x",
  label: "x",
  action,
  reason: "differs",
  fields: [],
  step: 5,
  wave: 1,
  operations: [],
  needs: [],
});

const create = change("employee", "create");
const update = change("employee", "update");

const failing = (times: number, of: Change, code: string, breaker = openBreaker()) => ({
  breaker,
  opened: Array.from({ length: times }, () => breaker.noteFailure(of, code)).findIndex((error) => error !== undefined),
});

it("is opened by the twentieth failure alike, whatever failed", () => {
  expect(failing(25, create, "target-no-answer").opened).toBe(19);
  const { breaker } = failing(19, create, "target-no-answer");
  expect(breaker.noteFailure(update, "target-no-answer")?.code).toBe("breaker-open");
});

it("counts anew after a success", () => {
  const { breaker } = failing(19, create, "target-refused");
  breaker.noteSuccess();
  expect(failing(19, create, "target-refused", breaker).opened).toBe(-1);
  expect(breaker.closes(create)).toBeUndefined();
});

it("closes only the act that is refused, also beside refusals of another one, until that is refused as often", () => {
  const { breaker, opened } = failing(30, create, "target-refused");
  expect([opened, breaker.closes(create)?.code, breaker.closes(update)]).toEqual([-1, "breaker-open", undefined]);
  expect(failing(19, update, "target-refused", breaker).opened).toBe(-1);
  expect(breaker.noteFailure(update, "target-refused")?.code).toBe("breaker-open");
});

it("keeps an act closed when others work, and goes on for them", () => {
  const { breaker } = failing(20, create, "target-refused");
  breaker.noteSuccess();
  expect(failing(20, update, "target-refused", breaker).opened).toBe(-1);
  expect([create, update].map((one) => breaker.closes(one)?.code)).toEqual(["breaker-open", "breaker-open"]);
});

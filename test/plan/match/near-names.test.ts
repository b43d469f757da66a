/** Tests how much two names differ: it decides whether two records can be of one person. */
import { expect, it } from "vitest";
import { type NameDifference, nameDifference } from "../../../src/plan/match/near-names.ts";

it.each<[one: string, other: string, NameDifference | undefined]>([
  ["王小明", "王　小明", "none"],
  ["陳台生", "陈臺生", "none"],
  ["Amy Lin", "LIN, Amy", "none"],
  ["José Díaz", "jose diaz", "none"],
  ["王小明", "王曉明", "letter"],
  ["王小明", "小明王", "letter"],
  ["歐陽小明", "歐陽明", "letter"],
  ["王明", "明王", "letter"],
  ["王明", "王名", "part"],
  ["王小明", "王大華", "part"],
  ["王小明", "林大華", "whole"],
  ["王明", "林華", "whole"],
  ["Jonathan Lin", "Jonathon Lin", "letter"],
  ["Amy", "Amy Lin", "letter"],
  ["D. Chen", "David Chen", "letter"],
  ["Amy Lin", "Bob Lin", "part"],
  ["Chr Lin", "Christine Wu", "part"],
  ["Christine Wu", "Chris Lee", "part"],
  ["Amy", "Ann", "whole"],
  ["Amy", "Ami", "whole"],
  ["Amy Lin", "Bob Wu", "whole"],
  ["員工4", "員工504", "part"],
  ["員工4", "員工", "letter"],
  ["王小明A", "王小明 B", "part"],
  ["王小明", "王小明A", "letter"],
  ["王小明 Amy", "王小明", "none"],
  ["王小明 Amy", "王小明 Jane", "none"],
  ["工讀生１", "工讀生1", "none"],
  ["Temp 1", "Temp 2", "part"],
  ["Amy Lin 2", "Bob Wu 3", "whole"],
  ["王小明1", "林大華2", "whole"],
  ["王小明", "Wang", undefined],
  ["", "王小明", undefined],
])("%j and %j: %s", (one, other, difference) => {
  expect([nameDifference(one, other), nameDifference(other, one)]).toEqual([difference, difference]);
});

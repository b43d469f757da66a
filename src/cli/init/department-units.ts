/** Departments of a directory: the units in which people lie. Their code is always asked, because no attribute is made for it. */
import { isKey, overlap } from "./columns.ts";
import { type FoundDepartments, levelLine, nothing } from "./department-shapes.ts";
import { unitCodes } from "./directory-tables.ts";
import { ask, type FieldLine, type Making } from "./draft.ts";
import { scores } from "./knowledge/scores.ts";
import type { Group } from "./roles.ts";

/** Undefined if people do not lie in units, or all in one. */
export const fromUnits = (making: Making, people: Group, own: Group): FoundDepartments | undefined => {
  const { words } = making;
  const at = (group: Group, name: string) => group.table.columns.find((column) => column.name === name);
  const [inside, dn, above, name] = [at(people, "parentDn"), at(own, "dn"), at(own, "parentDn"), at(own, "ou")];
  if (!inside || !dn || !name || inside.counts.size < 2 || overlap(inside, dn) < scores.reference) return undefined;
  const codes = unitCodes(own.table);
  const answer = ask(making, {
    id: "department-code",
    text: words.ask.departmentCode,
    shown: [],
    options: codes.map((column) => ({
      value: column.name,
      label: words.ask.column(column.name, column.texts.slice(0, 3), 0, 0),
    })),
  });
  const code = codes.find((column) => column.name === answer);
  if (!code) return nothing;
  for (const column of [inside, dn, name, code, ...(above ? [above] : [])]) making.used.add(column);
  const id = ["objectGUID", "entryUUID"].flatMap((one) => at(own, one) ?? []).find(isKey);
  if (id) making.used.add(id);
  const lines: FieldLine[] = [
    { field: "code", mapping: code.name, why: words.why.chosen },
    ...(id && id !== code ? [{ field: "id", mapping: id.name, why: words.why.unique(id.filled) }] : []),
    { field: "name", mapping: name.name, why: words.why.filled(name.filled, name.cells.length) },
    levelLine(making),
    { field: "parent", mapping: { column: "parentDn", by: "dn" }, why: "" },
  ];
  const found = words.why.found(Math.round(overlap(inside, dn) * inside.filled), inside.filled, own.table.label, "dn");
  return {
    parts: [{ table: "departments", from: own.table, settings: [], lines }],
    line: { field: "department", mapping: { column: "parentDn", by: "dn" }, why: found },
    column: undefined,
  };
};

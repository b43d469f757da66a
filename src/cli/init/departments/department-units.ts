/** Departments of a directory: the units in which people lie. Their code is always asked, because no attribute is made for it. */

import { askColumn, type FieldLine, type Making } from "../draft.ts";
import { scores } from "../knowledge/scores.ts";
import type { Group } from "../roles/roles.ts";
import { type Column, determines, isKey, overlap } from "../tables/columns.ts";
import { unitCodes } from "../tables/directory-tables.ts";
import { levelLine } from "./department-levels.ts";
import { departmentColumns, type FoundDepartments, nothing } from "./department-shapes.ts";

/**
 * Undefined if people do not lie in units, or all in one. Units may also be those of sites or policies: where an attribute of people names
 * departments, and not the same ones, somebody has to choose. `named`: the departments of such an attribute.
 */
export const fromUnits = (
  making: Making,
  people: Group,
  own: Group,
  named: (column: Column) => FoundDepartments,
): FoundDepartments | undefined => {
  const { words } = making;
  const at = (group: Group, name: string) => group.table.columns.find((column) => column.name === name);
  const [inside, dn, above, name] = [at(people, "parentDn"), at(own, "dn"), at(own, "parentDn"), at(own, "ou")];
  if (!inside || !dn || !name || inside.counts.size < 2 || overlap(inside, dn) < scores.reference) return undefined;
  const others = departmentColumns(people).filter((column) => isAnother(column, inside));
  const place = others.length === 0 ? inside : askPlace(making, [inside, ...others]);
  if (!place) return nothing;
  if (place !== inside) return named(place);
  const codes = unitCodes(own.table, inside);
  const code = askColumn(making, { id: "department-code", text: words.ask.departmentCode }, codes);
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
  const isOnEach = code.filled === code.cells.length;
  const settings = isOnEach ? [] : [{ name: "except", value: [{ column: code.name, blank: true }], why: "" }];
  const found = words.why.found(Math.round(overlap(inside, dn) * inside.filled), inside.filled, own.table.label, "dn");
  return {
    parts: [{ table: "departments", from: own.table, settings, lines }],
    line: { field: "department", mapping: { column: "parentDn", by: "dn" }, why: found },
    column: undefined,
  };
};

/** Does an attribute of most people put them together otherwise than the units in which they lie? */
const isAnother = (column: Column, inside: Column): boolean =>
  column !== inside &&
  column.filled * 2 > column.cells.length &&
  column.counts.size > 1 &&
  !(determines(column, inside) && determines(inside, column));

const askPlace = (making: Making, columns: readonly Column[]): Column | undefined =>
  askColumn(making, { id: "department", text: making.words.ask.departmentColumn }, columns);

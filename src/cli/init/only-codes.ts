/**
 * Finds departments and titles of which HR states nothing but a code, such as D100. New ones are called by it; but what the service has
 * would lose the name by which everybody knows it, so names that are there stay (`policy.fields`).
 */
import type { Draft, PartDraft } from "./draft.ts";
import { looksLikeCode } from "./tables/columns.ts";
import { meaningsOf } from "./tables/known-words.ts";

/** `field`: the setting's name of the field; `column`: the column with the codes. */
type OnlyCodes = { readonly field: "department.name" | "title.title"; readonly column: string };

export const onlyCodes = (parts: Draft["parts"]): readonly OnlyCodes[] =>
  parts.flatMap((part) => {
    const field = names[part.table];
    const [code, name] = ["code", field?.of].map((of) => part.lines.find((line) => line.field === of)?.mapping);
    if (!field || typeof code !== "string" || code !== name || !isCode(part, code)) return [];
    return [{ field: field.setting, column: code }];
  });

const names: {
  readonly [table in PartDraft["table"]]?: { readonly of: string; readonly setting: OnlyCodes["field"] };
} = { departments: { of: "name", setting: "department.name" }, titles: { of: "title", setting: "title.title" } };

/** A header for codes does not decide alone: some exports have names below it. */
const isCode = ({ from }: PartDraft, column: string): boolean => {
  const texts = from.columns.find(({ name }) => name === column)?.texts ?? [];
  const fits = meaningsOf(column);
  const isNamed = fits.get("departmentCode") === "plain" || fits.get("titleCode") === "plain";
  return texts.every((text) => (isNamed ? /^[!-~]+$/.test(text) : looksLikeCode(text)));
};

/** Notes which columns of a file no setting uses. A file may be read by several parts, and a column may be of use to any of them. */
import type { UnreadColumns } from "../../model/plan/quality.ts";
import { looksLikeLastDay } from "../values/days-in-texts.ts";
import { compact } from "../values/texts.ts";
import type { Part } from "./feed.ts";
import { columnNames } from "./part-columns.ts";

export const unreadColumns = () => {
  const files = new Map<string, Map<string, boolean>>();
  return {
    note: (file: string, header: readonly string[], part: Part): void => {
      const used = new Set([...columnNames(part), ...(part.fillDown ?? [])].map((name) => compact(name)));
      const columns = files.get(file) ?? new Map<string, boolean>();
      files.set(file, columns);
      for (const name of header.map((cell) => compact(cell)).filter((cell) => cell !== "")) {
        columns.set(name, used.has(name) || columns.get(name) === true);
      }
    },
    all: (): readonly UnreadColumns[] =>
      [...files].flatMap(([file, columns]) => {
        const names = [...columns].flatMap(([name, isUsed]) => (isUsed ? [] : [name]));
        const { days = [], others = [] } = Object.groupBy(names, (name) =>
          looksLikeLastDay(name) ? "days" : "others",
        );
        return names.length === 0 ? [] : [{ file, lastDays: days, columns: others }];
      }),
  };
};

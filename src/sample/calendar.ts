/** Calendar dates `YYYY-MM-DD`, and the formats in which an HR department writes them. */
import { dayMs } from "../lib/clock.ts";

export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);

export const yearOf = (date: string): number => Number(date.slice(0, 4));

/** Returns 074/05/01 for 1985-05-01: the year is counted in years of the Republic of China. */
export const rocDate = (date: string): string =>
  `${String(yearOf(date) - 1911).padStart(3, "0")}${date.slice(4).replaceAll("-", "/")}`;

/** Returns 1985/05/01 for 1985-05-01. */
export const slashDate = (date: string): string => date.replaceAll("-", "/");

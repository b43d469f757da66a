/** The English words of `musterd demo`. */
import { count, number } from "./counts.ts";

export const demo = {
  company: (people: number, departments: number) =>
    `A sample company: ${number(people)} people, ${number(departments)} departments.`,
  where: (folder: string) => `The service shows it as it was some weeks ago; HR's export of today lies in ${folder}.`,
  plan: "1. What would change? (`musterd plan`: reads only)",
  calls: (calls: number, writes: number) => `${number(calls)} calls to the service, ${number(writes)} of them writing.`,
  apply: "2. Apply it (`musterd apply`)",
  applied: (status: string, applied: number, failed: number, held: number) =>
    `${status}: ${count(applied, "entry", "entries")} applied, ${failed} failed, ${held} held`,
  writes: (writes: number, refreshes: number, isLast: boolean) =>
    `${number(writes)} writing calls, then ${count(refreshes, "permission refresh", "permission refreshes")}` +
    `${isLast ? ", the last call of all that write" : ""}.`,
  again: "3. And now? (`musterd plan` again)",
  agree: "Nothing to do: HR and the service agree.",
  left: (n: number) => `${count(n, "entry", "entries")} left.`,
  after: (writes: number, refreshes: number) => `${number(writes)} writing calls, ${refreshes || "no"} refresh.`,
  report: (file: string) => `The report, to open and search in a browser: ${file}`,
  console: (url: string, name: string, password: string) =>
    `The console: ${url}\n   Sign in as ${name}, password ${password}. A plan waits for a decision.`,
  consoleLink: (name: string, url: string) => `Only the plan, as ${name} (works once): ${url}`,
  consoleEnd: "Ctrl-C ends everything.",
};

/** Escapes text for HTML, between tags and in quoted attributes. Control characters become visible ones. */
import { visibleLines } from "./control-characters.ts";

export const escapeHtml = (text: string): string =>
  visibleLines(text).replace(/[&<>"']/g, (character) => escapes[character] ?? "");

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

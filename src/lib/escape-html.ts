/** Escapes text for HTML, between tags and in quoted attributes. Control characters become visible ones. */
import { visibleLines } from "./control-characters.ts";

export const escapeHtml = (text: string): string => withEntities(visibleLines(text));

/** The same for a text whose control characters stay as they are. */
export const withEntities = (text: string): string => text.replace(/[&<>"']/g, (character) => escapes[character] ?? "");

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

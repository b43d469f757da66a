/** Fills texts with names in braces. */

/** Replaces `{name}` with the texts given. */
export const filled = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "");

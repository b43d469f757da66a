/** A text in a command that people copy: HR's names and keys may contain what a shell would obey. */

/** The text as one word of a shell, in quotes where it needs them. It must not begin the word with `-`, which is an option's. */
export const shellWord = (text: string): string =>
  /^[\p{L}\p{N}._@/-]+$/u.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

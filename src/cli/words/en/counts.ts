/** Numbers, alone as in every language, and with an English noun. */

const numbers = new Intl.NumberFormat("en");

export const number = (n: number): string => numbers.format(n);

/** Such as `1 entry` or `2,000 entries`. */
export const count = (n: number, one: string, other = `${one}s`): string => `${number(n)} ${n === 1 ? one : other}`;

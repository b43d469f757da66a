/**
 * Generates invalid ID card numbers, which nobody can have: a letter, 1 or 2 for the sex, seven digits, and a wrong check digit.
 * In a valid number, the weighted sum of the letter code's digits and the number's digits is divisible by ten.
 */
import type { Random } from "./random.ts";

/** The code of a letter is its index in this text plus 10: A is 10, I is 34, O is 35. */
const letters = "ABCDEFGHJKLMNPQRSTUVXYWZIO";

export const invalidIdCardNumber = (random: Random, gender: "Male" | "Female"): string => {
  const place = random.integer(0, letters.length - 1);
  const digits = [gender === "Male" ? 1 : 2, ...Array.from({ length: 7 }, () => random.integer(0, 9))];
  const weighted = digits.reduce((sum, digit, index) => sum + digit * (8 - index), 0);
  const rightCheck = (10 - ((Math.floor((place + 10) / 10) + ((place + 10) % 10) * 9 + weighted) % 10)) % 10;
  const wrongCheck = (rightCheck + random.integer(1, 9)) % 10;
  return `${letters.charAt(place)}${digits.join("")}${wrongCheck}`;
};

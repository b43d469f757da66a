/**
 * ID card numbers that nobody has: a letter, 1 or 2 for the sex, seven digits, and a check digit that is wrong. The sum
 * of the digits of the letter's code and of the number, each with its weight, must be divisible by ten in a real one.
 */
import type { Random } from "./random.ts";

/** Place of a letter in here + 10 is its code: A is 10, I is 34, O is 35. */
const letters = "ABCDEFGHJKLMNPQRSTUVXYWZIO";

export const invalidIdCardNumber = (random: Random, gender: "Male" | "Female"): string => {
  const place = random.integer(0, letters.length - 1);
  const digits = [gender === "Male" ? 1 : 2, ...Array.from({ length: 7 }, () => random.integer(0, 9))];
  const weighted = digits.reduce((sum, digit, index) => sum + digit * (8 - index), 0);
  const rightCheck = (10 - ((Math.floor((place + 10) / 10) + ((place + 10) % 10) * 9 + weighted) % 10)) % 10;
  const wrongCheck = (rightCheck + random.integer(1, 9)) % 10;
  return `${letters.charAt(place)}${digits.join("")}${wrongCheck}`;
};

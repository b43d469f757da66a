/** Tests that an error about too large an answer names the figure that was exceeded, and the setting that raises it. */
import { expect, it } from "vitest";
import { readingLimits } from "../../../../src/source/ldap/connection/reading-limits.ts";

const base = "dc=example,dc=com";
const maxEntries = 2 ** 18;
const limits = readingLimits({ maxEntries, maxMinutes: 0 }, { feed: "hr", url: "ldap://hr.example.com" });
const thrown = () => {
  try {
    return limits.assertTime();
  } catch (error) {
    return error;
  }
};

it.each([
  ["entries", () => limits.exceeded(base, { entries: maxEntries + 1, bytes: 0 }), "262144 entries", "maxEntries"],
  ["bytes", () => limits.exceeded(base, { entries: 0, bytes: 2 ** 27 + 1 }), "128 MiB", "maxEntries"],
  ["bytes of one message", () => limits.tooLong(base, 2 ** 25 + 1), "more than 32 MiB", "maxEntries"],
  ["bytes beside the entries", () => limits.tooMuchToKeep(base, 2 ** 22 + 1), "more than 4 MiB", "url"],
  ["minutes", thrown, "from ldap://hr.example.com took more than 0 minutes", "maxMinutes"],
])("%s: the error names the limit and the setting", (_, error, figure, setting) => {
  expect(error()).toMatchObject({
    message: expect.stringContaining(figure),
    place: { setting: `source.feeds.hr.ldap.${setting}` },
  });
});

it("what is no more than the limit is read", () => {
  expect([
    limits.exceeded(base, { entries: maxEntries, bytes: 2 ** 27 }),
    limits.tooLong(base, 2 ** 25),
    limits.tooMuchToKeep(base, 2 ** 22),
  ]).toEqual([undefined, undefined, undefined]);
});

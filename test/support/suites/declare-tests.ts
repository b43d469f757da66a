/** Declares the tests of other files, for files that run several of them, or one of them several times. */
import { afterAll, beforeAll, describe } from "vitest";

/** Declares the tests of a file once more, for a value of a variable of the environment. */
export const declareAgain = (file: string, variable: string, value: string): void => {
  describe(`${file} with ${value}`, async () => {
    const [set, unset] = [() => void (process.env[variable] = value), () => void delete process.env[variable]];
    beforeAll(set);
    afterAll(unset);
    set();
    // With another query the tests are declared once more.
    const module = `../../${file}.test.ts?${value}`;
    await import(module);
    unset();
  });
};

/** Declares the tests of other files, for files that run several of them, or one of them several times. */
import { afterAll, beforeAll, describe } from "vitest";

/** Declares the tests of a file in the present `describe`. With another query they are declared once more. */
export const declareTests = async (file: string, query = ""): Promise<void> => {
  const module = `../../${file}.test.ts${query}`;
  await import(module);
};

/** Declares the tests of a file once more, for a value of a variable of the environment. */
export const declareAgain = (file: string, variable: string, value: string): void => {
  describe(`${file} with ${value}`, async () => {
    const [set, unset] = [() => void (process.env[variable] = value), () => void delete process.env[variable]];
    beforeAll(set);
    afterAll(unset);
    set();
    await declareTests(file, `?${value}`);
    unset();
  });
};

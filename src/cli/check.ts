/** `musterd check`: every part is tried once, and every problem is shown. */
import { errorJson, errorText } from "../lib/errors.ts";
import { type ConfigOptions, type Environment, withApp } from "./context.ts";

type CheckOptions = ConfigOptions & { readonly json?: boolean };

export const checkCommand = (options: CheckOptions, environment: Environment): Promise<number> =>
  withApp(options, environment, async (app) => {
    const checks = await app.check();
    if (options.json) {
      const shown = checks.map((check) => ("error" in check ? { ...check, error: errorJson(check.error) } : check));
      console.log(JSON.stringify(shown, null, 2));
    } else {
      for (const check of checks) {
        console.log(
          "error" in check
            ? `✗ ${check.part.padEnd(14)} ${errorText(check.error).replaceAll("\n", "\n  ")}`
            : `✓ ${check.part.padEnd(14)} ${check.found}`,
        );
      }
    }
    return checks.some((check) => "error" in check) ? 1 : 0;
  });

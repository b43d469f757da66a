/** A vitest reporter. It prints the time that each folder's tests took, and what the suite left to others. */
import { dirname, join, relative } from "node:path";
import type { Reporter, TestModule } from "vitest/node";

const root = join(import.meta.dirname, "..");

type Row = { files: number; tests: number; seconds: number };

/** What the suite left out: whole files, files whose laws (tests of random cases) drew some of their cases, and files that ran in part. */
type Left = {
  readonly slowFiles?: readonly string[];
  readonly laws?: readonly string[];
  readonly inPart?: readonly string[];
};

export class TestTimes implements Reporter {
  readonly #left: Left;

  constructor(left: Left) {
    this.#left = left;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const rows = new Map<string, Row>();
    for (const module of modules) {
      const folder = dirname(relative(root, module.moduleId));
      const name = module.project.name === "musterd" ? folder : `${folder} (${module.project.name})`;
      const { duration, collectDuration, setupDuration } = module.diagnostic();
      const row = rows.get(name) ?? { files: 0, tests: 0, seconds: 0 };
      row.files += 1;
      row.tests += [...module.children.allTests()].length;
      row.seconds += (duration + collectDuration + setupDuration) / 1000;
      rows.set(name, row);
    }
    const slowest = [...rows].toSorted(([, a], [, b]) => b.seconds - a.seconds);
    console.log("seconds  files  tests  folder");
    for (const [name, { files, tests, seconds }] of slowest) {
      console.log([seconds.toFixed(1).padStart(7), pad(files), pad(tests), name].join("  "));
    }
    const { slowFiles = [], laws = [], inPart = [] } = this.#left;
    if (inPart.length > 0)
      console.log(["\nRun in part; `npm run test:laws` runs the whole of:", ...inPart.toSorted()].join("\n  "));
    if (slowFiles.length + laws.length === 0) return;
    console.log(
      `\nNot run: ${slowFiles.length} slow files, and seven eighths of the cases of ${laws.length} files of laws.`,
    );
    console.log(
      [
        "`npm run test:laws` draws the other cases, `vitest run FILE` all, and `npm run test:slow` runs the slow files:",
        ...slowFiles.toSorted(),
      ].join("\n  "),
    );
  }
}

const pad = (count: number): string => String(count).padStart(5);

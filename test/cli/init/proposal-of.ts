/** Makes the proposal of `init` for files on disk, with somebody who answers, and reads the files with what it wrote. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "yaml";
import { configurationText } from "../../../src/cli/init/configuration-text.ts";
import { type Draft, isAnswered, type Question } from "../../../src/cli/init/draft.ts";
import { propose } from "../../../src/cli/init/propose.ts";
import { filesNamed, openTables } from "../../../src/cli/init/tables/tables.ts";
import { initWords as english } from "../../../src/cli/words/en/init.ts";
import { systemClock } from "../../../src/lib/clock.ts";
import { createHrSource } from "../../../src/source/hr-source.ts";
import { sourceSettings } from "../../../src/source/settings.ts";
import type { SourceInspection } from "../../../src/source/source.ts";
import { freshMemory } from "../../source/csv-folder.ts";

const today = "2026-11-26";

/** `first`: the proposal before any answer; `draft`: after all. `asked`: the questions in their order. */
export type Proposal = {
  readonly first: Draft;
  readonly draft: Draft;
  readonly asked: readonly Question[];
  readonly yaml: string;
};

export const proposalOf = async (folder: string, answer: (question: Question) => string): Promise<Proposal> => {
  const answers = new Map<string, string>();
  const asked: Question[] = [];
  const make = async (): Promise<Draft> => {
    const { tables, open } = await openTables(await filesNamed([folder]), answers.get("encoding"));
    return propose(tables, open, { words: english, today, answers, onlyCertain: false });
  };
  const first = await make();
  let draft = first;
  for (;;) {
    const next = draft.questions.find((question) => !isAnswered(answers, question));
    if (!next || asked.some(({ id }) => id === next.id)) break;
    asked.push(next);
    answers.set(next.id, answer(next));
    draft = await make();
  }
  const undecided = draft.questions.filter((question) => !isAnswered(answers, question));
  return { first, draft, asked, yaml: configurationText(draft, undecided, folder, "en", english) };
};

/** Reads the files of a folder with a configuration that was made for it. */
export const readWith = async (folder: string, yaml: string): Promise<SourceInspection> => {
  const { source } = parse(yaml) as { source: { feeds: Record<string, { files: { folder: string } }> } };
  const feeds = Object.fromEntries(
    Object.entries(source.feeds).map(([name, { files }]) => [
      name,
      { files: { ...files, folder: join(folder, files.folder), settleSeconds: 0 } },
    ]),
  );
  return createHrSource(sourceSettings.parse({ ...source, feeds }), freshMemory, systemClock).inspect();
};

export const inFolder = async <T>(
  files: Readonly<Record<string, Buffer | string>>,
  use: (folder: string) => Promise<T>,
): Promise<T> => {
  const folder = await mkdtemp(join(tmpdir(), "musterd-init-"));
  try {
    for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
};

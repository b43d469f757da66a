/** `musterd check`: tries every part that a run needs, once. */
import { sortedByLoss } from "../model/directory/snapshot.ts";
import { openFormCalls } from "../site/forms/form-calls.ts";
import { openReader } from "../site/open-target.ts";
import type { TargetSettings } from "../site/settings/settings.ts";
import type { Source, SourceReading } from "../source/source.ts";
import { checkCertificates } from "./certificates.ts";
import type { Check, PartWords } from "./check.ts";
import { checkClock } from "./clock.ts";
import { checkDatabases } from "./databases.ts";
import { checkFreeSpace } from "./free-space.ts";
import { attemptAll, checkState, type OwnChecked } from "./own-parts.ts";
import { checkRedisAndLock } from "./redis-and-lock.ts";
import { findRemaining } from "./remaining.ts";

type Checked = OwnChecked & { readonly source: Source };

/**
 * Looks at everything once, and continues after a failure. The databases come before the target, because an embedded service
 * has its database for itself while it runs.
 */
export const checkParts = async (
  checked: Checked,
  connect: () => Promise<TargetSettings>,
  words: PartWords,
): Promise<readonly Check[]> => {
  const { config, source } = checked;
  const { stateFolder } = config;
  return attemptAll([
    ["configuration", async () => [{ part: "configuration", found: config.file }]],
    ["state", () => checkState(checked, words)],
    ["database", async () => checkDatabases(stateFolder, words)],
    ["space", () => checkFreeSpace(stateFolder, words)],
    ["source", async () => checkSource(await source.read([]), words)],
    ["target", async () => checkTarget(await connect(), checked, words)],
    ["clock", async () => checkClock((await connect()).url, words)],
    ["sign-off", async () => checkSignOff(config, connect)],
    ["lock", () => checkRedisAndLock(checked, words)],
    ["runs", () => checkRuns(checked, words)],
    [
      "certificates",
      () => checkCertificates(config, config.target === "embedded" ? undefined : config.target.url, words),
    ],
  ]);
};

const checkRuns = async (checked: OwnChecked, words: PartWords): Promise<readonly Check[]> => {
  const left = await findRemaining(checked, words.remaining);
  if (left.length === 0) return [{ part: "runs", found: words.remaining.nothing }];
  return left.map((remaining) => ({ part: "runs", remaining }));
};

const checkTarget = async (settings: TargetSettings, { log }: Checked, words: PartWords) => {
  const reader = openReader(settings, log);
  try {
    return await reader.checkBindings(words);
  } finally {
    await reader.close();
  }
};

/** The form about blocked plans, and the folder of reports, as far as they are configured. Nothing is sent. */
const checkSignOff = async (
  { release: { form }, filing }: OwnChecked["config"],
  connect: () => Promise<TargetSettings>,
): Promise<readonly Check[]> => {
  if (!form && !filing) return [];
  const calls = openFormCalls(await connect());
  try {
    if (form) await calls.tryForm(form);
    if (filing) await calls.tryFolder(filing);
  } finally {
    await calls.close();
  }
  const found = [form?.code, filing && `${filing.library} ${filing.folder}`].filter((one) => one !== undefined);
  return [{ part: "sign-off", found: found.join(" · ") }];
};

const checkSource = (reading: SourceReading, words: PartWords): readonly Check[] => {
  const held = reading.findings.flatMap(({ severity, kind }) => (severity === "hold" ? [kind] : []));
  const found = { part: "source", found: describeSource(reading, words) };
  return held.length === 0 ? [found] : [found, { part: "source", warning: words.sourceHolds([...new Set(held)]) }];
};

const describeSource = ({ snapshot: { directory, rejected } }: SourceReading, words: PartWords): string => {
  const counts = Object.fromEntries(Object.entries(directory).map(([kind, records]) => [kind, records.length]));
  const { rowCount, fields } = sortedByLoss(rejected);
  const found = words.sourceFound(counts, rowCount, fields.length);
  const { departments = [] } = directory;
  const lacksLevels = departments.length > 0 && departments.every(({ level }) => level === undefined);
  return lacksLevels ? `${found}; ${words.noLevels}` : found;
};

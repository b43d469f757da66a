/**
 * Reads all feeds through the mapping into one snapshot, and lets the quality gate compare it with the last good reading. A kind of
 * object without a table in the configuration is not managed.
 */
import { type Clock, calendarDate } from "../lib/clock.ts";
import type { SourceSnapshot } from "../model/directory/snapshot.ts";
import type { SourceProfile } from "../model/plan/quality.ts";
import type { ReadingWatch } from "../model/runs/run.ts";
import { watchStatusDays } from "./cells/status-days.ts";
import { type Feeds, openFeeds } from "./feeds/feeds.ts";
import { kindOf, postFields, tables } from "./mapping/fields.ts";
import { previewOf, tracer } from "./preview/preview.ts";
import { previewSearches } from "./preview/search-preview.ts";
import { watchRecords } from "./preview/watched-records.ts";
import type { Found } from "./quality/found.ts";
import { passGate, profileToKeep } from "./quality/gate.ts";
import { watchHidden } from "./quality/hidden.ts";
import { judgeSource } from "./quality/judge.ts";
import { encodingsOf, endsOf, missingAttributes } from "./quality/judge-files.ts";
import { oddCodes } from "./quality/odd-codes.ts";
import { watchOverlaps } from "./quality/overlaps.ts";
import { profileOf } from "./quality/profile.ts";
import { type ReadServer, serverFindings, serversToRemember } from "./quality/servers.ts";
import { statusFindings } from "./quality/status-days.ts";
import { unreadCells } from "./quality/unread-cells.ts";
import { watchVanished } from "./quality/vanished.ts";
import { type ReadingWatches, readTables } from "./read-tables.ts";
import { watchConditions } from "./rows/condition-cells.ts";
import type { Watch } from "./rows/table-reader.ts";
import type { SourceSettings } from "./schema/source-schema.ts";
import { assembleSnapshot } from "./snapshot/assemble.ts";
import type { Source, SourceInspection, SourceMemory, SourceReading } from "./source.ts";
import { giveAccounts } from "./tables/accounts.ts";
import { withOddRows } from "./tables/odd-rows.ts";

/** The readings of a source; see `Source`. */
export const sourceReader = (
  settings: SourceSettings,
  memory: SourceMemory,
  clock: Clock,
): Omit<Source, "describe" | "origins" | "state"> => ({
  inspect: async () => inspect(settings, memory, await memory.lastProfile(), clock, []),
  read: (accepted) => readThroughGate(settings, memory, clock, accepted),
  trace: async (accepted) => {
    const watched = watchRecords();
    const reading = await readThroughGate(settings, memory, clock, accepted, watched.watch);
    return { ...reading, traceOf: tracer(settings, reading.snapshot, watched.records()) };
  },
  preview: (choice) =>
    withFeeds(settings, memory, async (feeds) => {
      const watched = watchRecords();
      const last = await memory.lastProfile();
      const watches = watchesOf(settings, last, [], clock);
      const { snapshot } = await read(settings, feeds, last, watches, watched.watch);
      return previewOf(settings, snapshot, watched.records(), choice);
    }),
  previewSearches: (choice) => previewSearches(settings, choice, memory.caches),
});

const readThroughGate = async (
  settings: SourceSettings,
  memory: SourceMemory,
  clock: Clock,
  accepted: readonly string[],
  watch?: Watch,
): Promise<SourceReading> => {
  const last = await memory.lastProfile();
  const {
    snapshot: whole,
    findings: found,
    profile,
    changes,
    feeds,
  } = await inspect(settings, memory, last, clock, accepted, watch);
  const { snapshot, findings } = passGate(whole, found, accepted);
  return { snapshot, findings, profile: profileToKeep(profile, last, findings), changes, feeds };
};

const withFeeds = async <T>(
  settings: SourceSettings,
  memory: SourceMemory,
  use: (feeds: Feeds) => Promise<T>,
): Promise<T> => {
  const feeds = openFeeds(settings.feeds, memory.caches);
  try {
    return await use(memory.watch ? countedFeeds(feeds, memory.watch) : feeds);
  } finally {
    memory.watch?.end();
    await feeds.close();
  }
};

/** Reports to the watch how many rows or entries have been read. */
const countedFeeds = (feeds: Feeds, { update }: ReadingWatch): Feeds => ({
  ...feeds,
  read: (table, part, open) =>
    feeds.read(table, part, (header, file) => {
      const add = open(header, file);
      const what = file?.label ?? part.from ?? "";
      const unit = file ? "rows" : "entries";
      let count = 0;
      return (record) => {
        add(record);
        count += 1;
        if (count % toldEvery === 0) update({ what, unit, count });
      };
    }),
});

/** The watch is updated each time this many records have been read. */
const toldEvery = 500;

type DoubtRule = "attribute-vanished" | "entries-hidden" | "reader-changed" | "server-behind";

/** If the rule only warns, or a person has accepted it, nothing is in doubt. */
const leavesAlone = (quality: SourceSettings["quality"], accepted: readonly string[], rule: DoubtRule): boolean => {
  const { on } = quality[rule];
  return on !== "off" && on !== "warn" && !accepted.includes(rule);
};

const watchesOf = (
  { quality }: SourceSettings,
  last: SourceProfile | undefined,
  accepted: readonly string[],
  clock: Clock,
): ReadingWatches => {
  const permitted = (rule: DoubtRule, records: number): number | undefined =>
    leavesAlone(quality, accepted, rule) ? records : undefined;
  const today = calendarDate(clock.nowMs());
  const attributes = permitted("attribute-vanished", quality["attribute-vanished"].records);
  const entries = permitted("entries-hidden", 0);
  return {
    last,
    vanished: watchVanished(last, attributes),
    hidden: watchHidden(last, {
      "attribute-vanished": attributes,
      "entries-hidden": entries,
      "reader-changed": permitted("reader-changed", 0),
    }),
    statusDays: watchStatusDays(today),
    conditions: watchConditions(),
    overlaps: watchOverlaps(quality["files-overlap"].percent),
    today,
  };
};

/** Reads the source and compares it with `last`, the profile of the last good reading. */
const inspect = (
  settings: SourceSettings,
  memory: SourceMemory,
  last: SourceProfile | undefined,
  clock: Clock,
  accepted: readonly string[],
  watch?: Watch,
): Promise<SourceInspection> =>
  withFeeds(settings, memory, async (feeds) => {
    const watches = watchesOf(settings, last, accepted, clock);
    const { vanished, hidden, statusDays, conditions, overlaps } = watches;
    const { snapshot, found: ofRows } = await read(settings, feeds, last, watches, watch);
    const servers = readServers(settings, feeds);
    const [files, changes] = [withOddRows(feeds.files(), snapshot.rejected), feeds.changes()];
    const profile = {
      ...profileOf(snapshot),
      encodings: encodingsOf(files),
      ends: endsOf(files, clock.nowMs()),
      conditions: conditions.seen(),
      deciding: vanished.profile(),
      entries: hidden.profile(),
      servers: serversToRemember(last, servers, hidden.unsettled(), (rule) =>
        leavesAlone(settings.quality, accepted, rule),
      ),
    };
    await feeds.finish();
    const known = onlyMapped(last, settings);
    const absent = [...vanished.found(), ...hidden.found()];
    const found = [
      ...missingAttributes(feeds.missing()),
      ...absent,
      ...statusDays.seen().flatMap(statusFindings),
      ...ofRows,
      ...overlaps.found(),
      ...serverFindings(last, servers, hidden.unsettled()),
    ];
    const findings = judgeSource(profile, known, files, settings.quality, clock.nowMs(), { found, absent });
    return { snapshot, findings, profile, files, changes, feeds: feeds.ages(), unread: feeds.unread() };
  });

const read = async (
  settings: SourceSettings,
  feeds: Feeds,
  last: SourceProfile | undefined,
  watches: ReadingWatches,
  watch: Watch | undefined,
): Promise<{ readonly snapshot: SourceSnapshot; readonly found: readonly Found[] }> => {
  const { employees, ...rest } = await readTables(settings, feeds, watches, watch);
  const rows = employees ? { ...rest, employees: giveAccounts(employees, last?.kinds.employee) } : rest;
  // Before the rows are assembled, which changes them.
  const found = [...oddCodes(rows), ...unreadCells(rows, settings.quality["cells-unread"].percent)];
  return { snapshot: assembleSnapshot(rows, settings), found };
};

/** The servers of directories, with the kinds that are read from each. */
const readServers = ({ tables: parts }: SourceSettings, feeds: Feeds): readonly ReadServer[] =>
  [...feeds.servers()].map(([feed, server]) => {
    const own = tables.filter((table) => parts[table]?.some(({ from }) => from === feed));
    return { feed, server, kinds: own.map((table) => kindOf[table]) };
  });

/** Removes from the last profile the fields that are no longer mapped. They are blank now, and that is not a finding. */
const onlyMapped = (last: SourceProfile | undefined, { tables: parts }: SourceSettings): SourceProfile | undefined => {
  if (!last) return undefined;
  const mapped = new Set(
    tables.flatMap((table) =>
      (parts[table] ?? []).flatMap(({ columns = {}, records = [] }) =>
        [columns, ...records].flatMap((said) => Object.keys(said).map((field) => `${kindOf[table]} ${field}`)),
      ),
    ),
  );
  for (const field of postFields) if (mapped.has(`employee ${field}`)) mapped.add(`post ${field}`);
  const kinds = Object.entries(last.kinds).map(([kind, known]) => {
    const filled = Object.entries(known.fill.filled).filter(([field]) => mapped.has(`${kind} ${field}`));
    return [kind, { ...known, fill: { ...known.fill, filled: Object.fromEntries(filled) } }];
  });
  return { ...last, kinds: Object.fromEntries(kinds) as SourceProfile["kinds"] };
};

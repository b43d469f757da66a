/**
 * A company of any size, as a source supplies it. It is generated without randomness, so records that a test does not
 * change are equal in all snapshots.
 */
import type { Directory, Employee } from "../../../src/model/directory/directory.ts";
import type { RejectedRow, Rename, SourceSnapshot } from "../../../src/model/directory/snapshot.ts";
import type { Finding, SourceFile, SourceProfile } from "../../../src/model/plan/quality.ts";
import { judgeSource } from "../../../src/source/quality/judge.ts";
import { profileOf } from "../../../src/source/quality/profile.ts";
import { type QualitySettings, qualitySettings } from "../../../src/source/schema/quality-settings.ts";

export type FullCompany = { readonly [List in keyof Directory]-?: NonNullable<Directory[List]> };

type Sizes = { readonly people?: number; readonly departments?: number; readonly titles?: number };

const range = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at);

const padded = (at: number, width: number): string => String(at).padStart(width, "0");

/** Each department has up to four departments below it; every tenth person has a part-time post. */
export const company = ({ people = 100, departments = 40, titles = 30 }: Sizes = {}): FullCompany => ({
  levels: range(5).map((at) => ({ code: `L${at}`, name: `第${at}級`, order: at, active: true })),
  titles: range(titles).map((at) => ({ code: `T${at}`, title: `職稱${at}`, rank: 1 + (at % 5), active: true })),
  categories: range(3).map((at) => ({ name: `類別${at}`, order: at })),
  functions: range(25).map((at) => ({ code: `F${at}`, name: `職務${at}`, category: `類別${at % 3}`, active: true })),
  departments: range(departments).map((at) => ({
    code: padded(at, 4),
    name: `部門${at}`,
    parent: at === 0 ? null : padded(Math.floor((at - 1) / 4), 4),
    level: "L1",
    active: true,
    manager: at < people ? accountOf(at) : null,
  })),
  employees: range(people).map((at) => person(at, departments, titles)),
});

export const accountOf = (at: number): string => `e${padded(at, 6)}`;

/** A person. None of the personal values may occur in a finding. */
export const person = (at: number, departments: number, titles: number): Employee => ({
  account: accountOf(at),
  number: padded(at, 6),
  name: `王機密${at}`,
  englishName: `Secret Wang ${at}`,
  idCardNumber: `Z9${padded(at, 8)}`,
  birthDate: "1977-07-07",
  phoneNumber: `0999-${padded(at, 6)}`,
  email: `secret.${at}@example.com`,
  hireDate: "2020-02-29",
  active: true,
  posts: [
    { department: padded(at % departments, 4), main: true, title: `T${at % titles}`, functions: [`F${at % 25}`] },
    ...(at % 10 === 0 ? [{ department: padded((at + 1) % departments, 4), main: false, title: null }] : []),
  ],
});

/** Parts of the values of `person` that would identify somebody. */
export const secrets: readonly string[] = [
  "機密",
  "Secret Wang",
  "Z90",
  "1977-07-07",
  "0999-",
  "secret.",
  "example.com",
];

export const snapshotOf = (
  directory: Directory,
  rejected: readonly RejectedRow[] = [],
  renames: readonly Rename[] = [],
): SourceSnapshot => ({ directory, rejected, renames });

/** The default settings with the changes `said`. */
export const settingsOf = (said: Parameters<typeof qualitySettings.parse>[0] = {}): QualitySettings =>
  qualitySettings.parse(said);

type Circumstances = {
  readonly settings?: QualitySettings;
  readonly files?: readonly SourceFile[];
  readonly nowMs?: number;
};

/**
 * Judges the snapshot `now` by comparison with `last`. The profile of `last` is converted to JSON and back, as in the
 * store.
 */
export const judged = (
  now: SourceSnapshot,
  last: SourceSnapshot | undefined,
  { settings = settingsOf(), files = [], nowMs = 0 }: Circumstances = {},
): readonly Finding[] => judgeSource(profileOf(now), last && kept(profileOf(last)), files, settings, nowMs);

const kept = (profile: SourceProfile): SourceProfile => JSON.parse(JSON.stringify(profile)) as SourceProfile;

/**
 * Problems before the first write. Each ends the run with one error, which has a code, and with exit code 1, without a writing
 * call. The office was imported before, so the service has data that could be lost.
 */
import { cp, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Organisation } from "../../src/contract/sections/organisation.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { openStore } from "../../src/store/store.ts";
import { profileQuirks } from "../service/running-service.ts";
import { type CliResult, runCli } from "../support/processes/cli-process.ts";
import { officeFiles, officePeople, officeSettings, personalData } from "../support/processes/small-office.ts";
import { type Files, openWorkplace, type Workplace } from "../support/processes/workplace.ts";
import {
  type OrderedFault,
  openServiceFixture,
  refreshesOf,
  type ServiceFixture,
  writesOf,
} from "../support/servers/service-fixture.ts";

let fixture: ServiceFixture;
let place: Workplace;
let organisation: Organisation;
let env: Record<string, string>;

const people = officePeople(40);
const stateFolder = () => join(place.folder, "state");
const keptState = () => join(place.folder, "state-kept");

beforeAll(async () => {
  fixture = await openServiceFixture();
  place = await openWorkplace(officeFiles(people), officeSettings(fixture));
  env = { API_KEY: fixture.apiKey };
  const { code, stderr } = await runCli(["apply", "--config", place.config, "--yes"], { env });
  if (code !== 0) throw new Error(stderr);
  organisation = await fixture.dump();
  await cp(stateFolder(), keptState(), { recursive: true });
});

afterAll(async () => {
  await fixture.close();
  await place.remove();
});

/** Returns the codes of the errors on standard error. */
const errorsIn = (stderr: string): readonly string[] =>
  [...stderr.matchAll(/^([a-z]+(?:-[a-z]+)*): /gm)].map(([, code]) => code ?? "");

type Settings = ReturnType<typeof officeSettings>;

type Case = {
  readonly what: string;
  readonly code: string;
  readonly says: readonly (string | RegExp)[];
  readonly faults?: readonly OrderedFault[];
  readonly files?: Files;
  /** Returns changed settings. */
  readonly settings?: (settings: Settings) => object;
  readonly env?: Readonly<Record<string, string>>;
  readonly parameters?: readonly string[];
};

const half = people.slice(0, 20);
const twice = [...people.slice(0, 39), { ...people[39], account: "e40", number: "E07", name: "員工40" }];
const readAlways = { times: 20 };

const cases: readonly Case[] = [
  {
    what: "the key is refused in the middle of the reading",
    code: "target-unauthorized",
    says: [/operation E4, status 401/],
    faults: [{ operation: "E4", kind: "status", status: 401, after: 15, times: 20 }],
  },
  {
    what: "the list of people is not permitted",
    code: "target-unauthorized",
    says: [/operation E1, status 403/],
    faults: [{ operation: "E1", kind: "status", status: 403 }],
  },
  {
    what: "the list of people is truncated in transfer",
    code: "response-incomplete",
    says: [/operation E1/],
    faults: [{ operation: "E1", kind: "truncate", ...readAlways }],
  },
  {
    what: "the list of people is half a JSON document",
    code: "response-incomplete",
    says: [/operation E1/],
    faults: [{ operation: "E1", kind: "short-json", ...readAlways }],
  },
  {
    what: "a web page answers instead of the service",
    code: "target-misconfigured",
    says: [/operation D1/, /web page/],
    faults: [{ operation: "D1", kind: "status", status: 200, body: "html", times: 9 }],
  },
  {
    what: "the service redirects to a sign-in page",
    code: "target-misconfigured",
    says: [/redirect \(302\)/],
    faults: [{ operation: "E1", kind: "redirect", times: 9 }],
  },
  {
    what: "the service fails again and again",
    code: "target-unavailable",
    says: [/status 500/],
    faults: [{ operation: "V1", kind: "status", status: 500, ...readAlways }],
  },
  {
    what: "the company code is wrong",
    code: "target-refused",
    // Some sites refuse with status 200 (R6).
    says: [
      profileQuirks().refusals === "ok" ? /operation V1, status 200/ : /operation V1, status 400/,
      "OPA-CORP-UNKNOWN",
    ],
    settings: (settings) => ({ ...settings, target: { ...settings.target, corpCode: "OTHER" } }),
  },
  {
    what: "the service cannot be reached",
    code: "target-unavailable",
    says: ["cannot be reached (ECONNREFUSED)"],
    // Port 9 is the discard service, which no machine runs, so nothing listens there.
    settings: (settings) => ({ ...settings, target: { ...settings.target, url: "http://127.0.0.1:9" } }),
  },
  {
    what: "employees.csv is empty",
    code: "source-empty",
    says: ["employees.csv"],
    files: { "employees.csv": "" },
  },
  {
    what: "employees.csv has a header and no rows",
    code: "source-empty",
    says: ["employees.csv"],
    files: officeFiles([]),
  },
  {
    what: "the file of the people is missing",
    code: "source-file-missing",
    says: ["persons.csv", /; it has departments\.csv, employees\.csv/],
    settings: (settings) => {
      const { employees, ...source } = settings.source;
      return { ...settings, source: { ...source, employees: { ...employees, file: "persons.csv" } } };
    },
  },
  {
    what: "a byte cannot be decoded",
    code: "source-undecodable",
    says: ["employees.csv", "line 4"],
    files: {
      "employees.csv": Buffer.from(String(officeFiles(people)["employees.csv"]).replace("員工03", "\u00ff"), "latin1"),
    },
  },
  {
    what: "two people have one number and duplicates are refused",
    code: "source-duplicate-key",
    says: ['employee number "E07"', "lines 8, 41"],
    files: officeFiles(twice),
    settings: (settings) => ({ ...settings, source: { ...settings.source, duplicates: "refuse" } }),
  },
  {
    what: "the source has lost half its rows since the last run",
    code: "source-quality",
    says: ["from 40 to 20", "at least 32", "rows-fell"],
    files: officeFiles(half),
  },
  {
    what: "the plan disables more people than the cap permits",
    code: "cap-exceeded",
    says: ["9 × employee/deactivate", "at most 5", "of 40", "cap-exceeded:employee/deactivate"],
    files: officeFiles(people.map((row, at) => ({ ...row, active: at >= 9 }))),
  },
];

const run = async (scenario: Case, command: "apply" | "plan"): Promise<CliResult> => {
  await fixture.mend();
  await fixture.load(organisation);
  await fixture.forgetCalls();
  await rm(stateFolder(), { recursive: true });
  await cp(keptState(), stateFolder(), { recursive: true });
  await place.write({ ...officeFiles(people), ...scenario.files });
  const settings = officeSettings(fixture);
  await place.configure((scenario.settings?.(settings) ?? settings) as Record<string, unknown>);
  for (const fault of scenario.faults ?? []) await fixture.fault(fault);
  const more = command === "apply" ? (scenario.parameters ?? ["--yes"]) : [];
  return runCli([command, "--config", place.config, ...more], { env: { ...env, ...scenario.env } });
};

/** Returns the last run in the store. A case with another company code has another target, whose runs are looked up. */
const lastRun = async (scenario: Case) => {
  const { target } = (scenario.settings?.(officeSettings(fixture)) ?? officeSettings(fixture)) as Settings;
  const name = `${target.url} (company ${target.corpCode})`;
  const store = openStore(join(stateFolder(), "musterd.db"), name, systemClock);
  const [last] = await store.runs.list(1);
  await store.close();
  return last;
};

const expectRefused = async (scenario: Case, { code, stdout, stderr }: CliResult): Promise<void> => {
  expect({ code, errors: errorsIn(stderr), stderr }).toMatchObject({ code: 1, errors: [scenario.code] });
  for (const text of scenario.says) expect(stderr).toMatch(text);
  expect(stderr).toContain("hint: ");
  const calls = await fixture.calls();
  expect({ writes: writesOf(calls), refreshes: refreshesOf(calls) }).toEqual({ writes: [], refreshes: [] });
  const secrets = people.flatMap((row) => Object.values(personalData(row)));
  expect(secrets.filter((secret) => `${stdout}${stderr}`.includes(secret))).toEqual([]);
};

describe("a run is refused with one error and no write when", () => {
  it.each(cases)("$what ($code)", async (scenario) => {
    await expectRefused(scenario, await run(scenario, "apply"));
    expect(await lastRun(scenario)).toMatchObject({ error: { code: scenario.code }, refresh: "not-needed" });
    await expectRefused(scenario, await run(scenario, "plan"));
  });
});

describe("musterd does not begin when", () => {
  const unconfigured: readonly Case[] = [
    {
      what: "there is no configuration",
      code: "config-unreadable",
      says: ["there is no configuration file", "nowhere.yaml", "--config"],
      parameters: ["--yes", "--config", "nowhere.yaml"],
    },
    {
      what: "the configuration has several problems, each listed with its path",
      code: "config-invalid",
      says: [
        "problems in the configuration (4)",
        /^ {4}target\.url: /m,
        /^ {4}target\.concurrency: /m,
        /^ {4}guard\.maxFailuresBeforeDisabling: /m,
        /^ {4}source\.employees\.columns\.account: /m,
      ],
      settings: (settings) => {
        const { account: _, ...columns } = settings.source.employees.columns;
        const employees = { ...settings.source.employees, columns };
        return {
          ...settings,
          source: { ...settings.source, employees },
          target: { ...settings.target, url: "somewhere", concurrency: 0 },
          guard: { maxFailuresBeforeDisabling: -1 },
        };
      },
    },
    {
      what: "a secret is not in the environment",
      code: "config-invalid",
      says: ["target.apiKey: env:API_KEY is not set, or empty"],
      env: { API_KEY: "" },
    },
    {
      what: "the configured Redis does not answer",
      code: "redis-unavailable",
      says: ["127.0.0.1:1/0", "ECONNREFUSED"],
      env: { REDIS_URL: "redis://127.0.0.1:1" },
    },
    {
      what: "nobody can be asked and no plan was approved",
      code: "confirmation-needed",
      says: ["musterd apply --plan FINGERPRINT --yes"],
      parameters: [],
    },
    {
      what: "the approved fingerprint is invalid",
      code: "fingerprint-invalid",
      says: ["12 to 64 hexadecimal digits"],
      parameters: ["--yes", "--plan", "abc"],
    },
    {
      what: "breaches are accepted without a plan",
      code: "release-incomplete",
      says: ["--accept needs the plan", "musterd apply --plan FINGERPRINT --accept NAME"],
      parameters: ["--yes", "--accept", "cap-exceeded:employee/deactivate", "--reason", "merger"],
    },
    {
      what: "breaches are accepted without a reason",
      code: "release-incomplete",
      says: ["and why it is right"],
      parameters: ["--yes", "--accept", "rows-fell", "--plan", "0123456789ab"],
    },
    {
      what: "the plan is not the one that was approved",
      code: "plan-stale",
      says: ["not 0123456789ab"],
      files: officeFiles(people.slice(0, 39)),
      parameters: ["--yes", "--plan", "0123456789ab"],
    },
  ];

  it.each(unconfigured)("$what ($code)", async (scenario) => {
    await expectRefused(scenario, await run(scenario, "apply"));
    expect(await fixture.dump()).toEqual(organisation);
  });
});

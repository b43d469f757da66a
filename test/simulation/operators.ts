/** What people and accidents do to the installation and the site during a night: commands of an operator, backups that are put back. */
import { systemClock } from "../../src/lib/clock.ts";
import type { RunRequest, RunResult } from "../../src/run/reconcile.ts";
import { reconcile } from "../../src/run/reconcile.ts";
import { inOrder } from "../../src/service/organisation/ordering.ts";
import { type Daemon, depsOf, type Installation, startDaemon, storeOf } from "./daemon.ts";
import type { Disk } from "./disk.ts";
import type { Machine, Owner } from "./machine.ts";
import type { FaultKind, Network } from "./network.ts";
import type { QueueHabits } from "./queue.ts";
import type { Deed } from "./scenario.ts";
import { administrator, type Site } from "./site.ts";
import type { UndoJudge } from "./undo-judge.ts";

export type OperatorDeps = {
  readonly machine: Machine;
  readonly site: Site;
  readonly disk: Disk;
  readonly installation: Installation;
  readonly network: Network;
  readonly queue: { -readonly [Name in keyof QueueHabits]: QueueHabits[Name] };
  readonly backups: { site: ReturnType<Site["save"]>; hasStore: boolean };
  readonly tell: (lane: "operator", text: string) => void;
  readonly strike: (kind: FaultKind, owner: Owner) => void;
  readonly daemons: () => readonly Daemon[];
  readonly add: (daemon: Daemon) => void;
  readonly runs: () => readonly RunResult[];
  /** Whose commands have begun a run that has not ended. */
  readonly underWay: Set<Owner>;
  readonly undoJudge: UndoJudge;
};

const minuteMs = 60_000;

export const carryOut = (deps: OperatorDeps, { what, a }: Deed): void => {
  const { machine, tell } = deps;
  tell("operator", what);
  const owner = machine.newOwner("operator");
  // Within the import of a night, which takes some seconds, or long after it.
  const laterMs = a % 2 === 0 ? a * 3 : 30 * minuteMs + a;
  deedsByName[what](deps, owner, laterMs, a);
};

type Act = (deps: OperatorDeps, owner: Owner, laterMs: number, a: number) => void;

/** Stops the daemons, does something to the files, and starts one again. */
const offline = ({ machine, daemons, strike, disk, installation, add }: OperatorDeps, change: () => void): void => {
  for (const { owner } of daemons()) machine.kill(owner);
  disk.closeAll();
  change();
  void strike;
  add(startDaemon(installation, "daemon"));
};

const deedsByName: Readonly<Record<Deed["what"], Act>> = {
  undo: (deps, owner, laterMs) => {
    deps.machine.after(laterMs + 30 * minuteMs, owner, () => void undoLast(deps, owner).catch(() => undefined));
  },
  "restore-site": ({ site, backups }) => site.restore(backups.site),
  "restore-store": (deps) => {
    if (deps.backups.hasStore) offline(deps, () => deps.disk.restore("yesterday"));
  },
  "lose-store": (deps) => offline(deps, () => deps.disk.wipe()),
  "second-daemon": ({ installation, add, machine }, owner, laterMs) => {
    machine.after(laterMs, owner, () => add(startDaemon(installation, "second daemon")));
  },
  "edit-site": ({ machine, site }, owner, laterMs, a) => {
    machine.after(laterMs, owner, () => editSite(site, a));
  },
  /** The last of the most siblings becomes the second. */
  "reorder-site": ({ machine, site }, owner, laterMs) => {
    machine.after(laterMs, owner, () => {
      const { departments } = site.company;
      const groups = Map.groupBy(departments.all(), ({ parentId }) => parentId);
      const [parentId, siblings = []] = [...groups].toSorted(([, a], [, b]) => b.length - a.length)[0] ?? [];
      const { code } = inOrder(siblings).at(-1) ?? { code: "" };
      const body = { code, parentCode: departments.get(parentId ?? 0)?.code ?? null, seq: 1 };
      site.perform({ operation: "D7", params: {}, body }, administrator);
    });
  },
  /** Another system puts one person back as the last night has found them. */
  "put-back": ({ site, backups }, _, __, a) => {
    const { employees } = site.company;
    const now = new Map(employees.all().map((one) => [one.id, one]));
    const changed = [...(backups.site.get(employees.kind) ?? [])].filter(
      ([id, one]) => now.has(id) && now.get(id) !== one,
    );
    const [id, row] = changed[a % Math.max(1, changed.length)] ?? [];
    if (id !== undefined) employees.restore(id, row as never);
  },
  cancel: ({ machine, daemons }, owner, laterMs) => {
    machine.after(laterMs, owner, () => {
      for (const daemon of daemons()) daemon.cancel();
    });
  },
  "saved-plan": (deps, owner, laterMs) => {
    deps.machine.after(laterMs, owner, () => void applyAgain(deps, owner).catch(() => undefined));
  },
  "redis-gone": ({ queue, machine }, owner, _, a) => {
    queue.isGone = true;
    machine.after((1 + (a % 10)) * minuteMs, owner, () => {
      queue.isGone = false;
    });
  },
  /** The clock is wrong by ten days until the next night, and the process is started again. */
  "last-week": ({ machine, strike, daemons }, owner) => {
    machine.after(4 * minuteMs, owner, () => {
      machine.setClock(-10 * 24 * 60 * minuteMs);
      for (const daemon of daemons()) strike("crash", daemon.owner);
    });
  },
  "site-down": ({ network, machine }, owner, laterMs, a) => {
    machine.after(laterMs, owner, () => network.setDown(true));
    machine.after(laterMs + (1 + (a % 100)) * minuteMs, owner, () => network.setDown(false));
  },
};

const undoLast = async (deps: OperatorDeps, owner: Owner): Promise<void> => {
  const { runs, undoJudge } = deps;
  const last = runs().findLast(({ run }) => run.applied > 0 && run.undoes === undefined);
  if (!last) return;
  undoJudge.undoBegins(last.run.id);
  await command(deps, owner, { approve: async () => true, undoes: last.run.id }, () => undoJudge.undoEnded());
};

const applyAgain = (deps: OperatorDeps, owner: Owner): Promise<void> =>
  command(deps, owner, { approve: async () => systemClock.nowMs() > 0 });

/** Runs as a command does. The night lasts until it has ended. */
const command = async (
  { installation, underWay }: OperatorDeps,
  owner: Owner,
  request: Omit<RunRequest, "trigger">,
  before?: () => void,
): Promise<void> => {
  underWay.add(owner);
  try {
    const store = storeOf(installation);
    const result = await reconcile(depsOf(installation, owner, store), { trigger: "command", ...request });
    before?.();
    installation.ended("operator", result);
    await store.close();
  } finally {
    underWay.delete(owner);
  }
};

/** Another client edits people and departments; the site may refuse it. */
const editSite = (site: Site, a: number): void => {
  const { employees, departments } = site.company;
  const [person, department] = [
    employees.all()[a % Math.max(1, employees.all().length)],
    departments.all()[a % Math.max(1, departments.all().length)],
  ];
  if (!person || !department) return;
  const user = { userType: 0, userCode: person.data.account };
  const { code, name } = department;
  const edits = [
    ["E11", { user, account: person.data.account, name: person.data.name, phoneNumber: "0900-000-000" }],
    ["E7", { user, active: person.data.active !== true }],
    ["E14", { user, depts: [{ code, isMainDept: true }] }],
    ["D3", { originalCode: code, code, name: `${name}改`, deptLevelCode: site.company.levels.all()[0]?.code }],
    ["D7", { code, parentCode: null, seq: 0 }],
    ["D12", { code, manager: user }],
    ["E13", { user, deptCode: code, supervisorType: 0 }],
  ] as const;
  const [operation, body] = edits[a % edits.length] ?? edits[0];
  site.perform({ operation, params: {}, body }, administrator);
};

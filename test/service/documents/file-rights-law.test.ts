/**
 * The law of files: after any operations of users and keys, a caller can use the id of a file exactly if the caller uploaded the
 * file, or has a right to a record that contains it. The expected right is computed from what the operations did, without looking
 * at the company's rows.
 */
import * as fc from "fast-check";
import { expect, it } from "vitest";
import type { Permission } from "../../../src/contract/operations/operation-spec.ts";
import { type Company, rules } from "../../../src/service/features.ts";
import { type Caller, serviceCaller } from "../../../src/service/kernel/callers/caller.ts";
import { undo } from "../../../src/service/kernel/company/company.ts";
import { Refusal } from "../../../src/service/kernel/refusal.ts";
import { startDocument } from "../../../src/service/signing/start-document.ts";
import { ownerOf } from "../../../src/service/uploads/files.ts";
import { cases } from "../../support/suites/runs.ts";
import { account, baseline } from "../cases/baseline.ts";
import { companyInMemory } from "../everyday/company-in-memory.ts";
import { employee } from "./cases/libraries.ts";
import { paperForm } from "./cases/paper-form.ts";

const people = ["amy", "bob", "cat", "dan"] as const;
const keys = ["all", "shared", "apply", "forms"] as const;
type Name = (typeof people)[number] | (typeof keys)[number];
const names: readonly Name[] = [...people, ...keys];
const isPerson = (name: Name): boolean => (people as readonly string[]).includes(name);

/** Libraries that callers share; each caller also has a library of its own with its name. The form is signed by dan. */
const shared = ["ORD", "ISO"] as const;
type Shared = (typeof shared)[number];
const versionRules = { docSerialRule: 0, docVerRule: 0 };

type Rights = {
  readonly editors: readonly string[];
  readonly readers: readonly string[];
  readonly mayDownload: boolean;
};
type Document = { readonly library: Shared; readonly name: string; readonly versions: number[]; isVoided: boolean };
/** What the operations did: owners of files, documents of the shared libraries, own libraries, and form documents. */
type Model = {
  readonly owners: Name[];
  readonly documents: Document[];
  readonly own: Map<Name, Set<number>>;
  readonly formFiles: Set<number>;
  readonly destroyed: Set<number>;
  /** Files of deleted documents; the trash keeps them, and gives nobody a right. */
  readonly trashed: Set<number>;
};

const start = (rights: Readonly<Record<Shared, Rights>>): Company => {
  const shares = shared.map((code) => ({
    code,
    name: code,
    editors: rights[code].editors.map(employee),
    readers: rights[code].readers.map(employee),
    settings: { allowDownloadFile: rights[code].mayDownload },
    ...(code === "ISO" ? { versionRules } : {}),
  }));
  const own = names.map((name) => ({ code: name, name, ...(isPerson(name) ? { editors: [employee(name)] } : {}) }));
  const organisation = baseline();
  const company = companyInMemory({ organisation, libraries: [...shares, ...own], forms: paperForm("dan") });
  company.journal.clear();
  return company;
};

const callerNamed = (company: Company, name: Name): Caller => {
  if (isPerson(name)) {
    const employeeId = company.employees.by("account", name)[0]?.id ?? 0;
    return { kind: "user", name: "app", permissions: new Set(["P-DocManage", "P-DocRead", "P-FormRead"]), employeeId };
  }
  const granted: Record<string, readonly Permission[]> = {
    all: ["P-Lib", "P-Apply", "P-FormDoc"],
    shared: ["P-Lib"],
    apply: ["P-Apply"],
    forms: ["P-Lib", "P-FormDoc"],
  };
  const libraries = name === "all" ? "all" : name === "shared" ? [...shared, name] : [name];
  const designated = { libraries, forms: name === "forms" ? ["PAPER"] : "all", surveyCategories: "all" } as const;
  return { kind: "key", name, permissions: new Set(granted[name]), designated };
};

const mayUse = (model: Model, rights: Readonly<Record<Shared, Rights>>, name: Name, file: number): boolean => {
  if (model.destroyed.has(file)) return false;
  if (model.owners[file] === name || model.own.get(name)?.has(file)) return true;
  if (name === "all" && [...model.own.values()].some((files) => files.has(file))) return true;
  if (model.formFiles.has(file) && ["amy", "dan", "all", "forms"].includes(name)) return true;
  return model.documents.some(({ library, versions, isVoided }) => {
    if (!versions.includes(file)) return false;
    const { editors, readers, mayDownload } = rights[library];
    if (!isPerson(name)) return name === "all" || name === "shared";
    if (editors.includes(name)) return true;
    return readers.includes(name) && mayDownload && !isVoided && versions.at(-1) === file;
  });
};

const file = fc.nat(5);
const step = fc.oneof(
  fc.record({ kind: fc.constant("use" as const), by: fc.constantFrom(...names), file }),
  fc.record({ kind: fc.constant("use" as const), by: fc.constantFrom(...names), file }),
  fc.record({ kind: fc.constant("add" as const), library: fc.constantFrom(...shared), file }),
  fc.record({ kind: fc.constant("version" as const), at: fc.nat(9), file }),
  fc.record({ kind: fc.constantFrom("void" as const, "destroy" as const, "delete" as const), at: fc.nat(9) }),
  fc.record({ kind: fc.constant("apply" as const), file, inField: fc.boolean() }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
const some = fc.subarray([...people]);
const right = fc.record({
  editors: fc.subarray([...people], { maxLength: 1 }),
  readers: some,
  mayDownload: fc.boolean(),
});

/** Calls a rule; returns the code of its refusal, which is undone, or undefined. */
const call = (
  company: Company,
  id: keyof typeof rules,
  caller: Caller,
  body: object,
  params = {},
): string | undefined => {
  try {
    (rules[id] as (company: Company, request: object) => unknown)(company, { params, body, caller });
    company.journal.clear();
    return undefined;
  } catch (thrown) {
    undo(company.journal);
    if (thrown instanceof Refusal) return thrown.code;
    throw thrown;
  }
};

const met = new Map<string, number>();

it("lets a caller use a file exactly if the caller has a right to it", () => {
  const scene = fc.record({
    rights: fc.record({ ORD: right, ISO: right }),
    owners: fc.array(fc.constantFrom(...names), { minLength: 6, maxLength: 6 }),
    steps: fc.array(step, { minLength: 5, maxLength: 25, size: "max" }),
  });
  fc.assert(
    fc.property(scene, ({ rights, owners, steps }) => {
      const company = start(rights);
      const model: Model = {
        owners,
        documents: [],
        own: new Map(names.map((name) => [name, new Set()])),
        formFiles: new Set(),
        destroyed: new Set(),
        trashed: new Set(),
      };
      const uuids = owners.map((name, at) => upload(company, callerNamed(company, name), at));
      for (const one of steps) take(company, model, rights, uuids, one);
      for (const name of names) for (const at of uuids.keys()) use(company, model, rights, uuids, name, at);
    }),
    { seed: 12, ...cases(400) },
  );
  for (const what of ["owner", "own", "form", "library", "nobody", "void", "destroy", "version"])
    expect([what, (met.get(what) ?? 0) > 3]).toEqual([what, true]);
});

const note = (what: string): void => void met.set(what, (met.get(what) ?? 0) + 1);

const upload = (company: Company, caller: Caller, at: number): string => {
  const uuid = `f0000000-0000-4000-8000-00000000000${at}`;
  const facts = { fileName: "a", length: 1, stored: "", chunks: null, references: 0 };
  company.files.put({ id: company.newId(), uuid, owner: ownerOf(caller), ...facts, expiresAt: "9999" });
  company.journal.clear();
  return uuid;
};

let count = 0;

/** Puts the file into the caller's own library, where the caller may do everything. */
const use = (
  company: Company,
  model: Model,
  rights: Readonly<Record<Shared, Rights>>,
  uuids: readonly string[],
  name: Name,
  at: number,
): void => {
  count += 1;
  const documents = [{ id: uuids[at], fileName: `${count}` }];
  const body = { rootFolderCode: name, folderPath: "/", documents, duplicateAction: 0 };
  const said = call(company, isPerson(name) ? "U7" : "L10", callerNamed(company, name), body);
  const may = mayUse(model, rights, name, at);
  expect([name, at, said]).toEqual([name, at, may ? undefined : "OPA-FILE-UNKNOWN"]);
  const isOwner = model.owners[at] === name;
  note(!may ? "nobody" : isOwner ? "owner" : model.own.get(name)?.has(at) ? "own" : "library");
  if (may && !isOwner && model.formFiles.has(at)) note("form");
  if (may) model.own.get(name)?.add(at);
};

const isHeld = ({ documents, own, formFiles, trashed }: Model, at: number): boolean =>
  formFiles.has(at) ||
  documents.some(({ versions }) => versions.includes(at)) ||
  [...own.values()].some((files) => files.has(at)) ||
  trashed.has(at);

const take = (
  company: Company,
  model: Model,
  rights: Readonly<Record<Shared, Rights>>,
  uuids: readonly string[],
  one: Step,
): void => {
  if (one.kind === "use") return use(company, model, rights, uuids, one.by, one.file);
  const by = serviceCaller;
  const address = (library: string) => ({ rootFolderCode: library, folderPath: "/" });
  const stored = (at: number) => ({ document: { id: uuids[at], fileName: "x" }, isCADFile: false, docProperty: {} });
  if (one.kind === "add") {
    if (model.destroyed.has(one.file)) return;
    count += 1;
    const name = `${count}`;
    const body =
      one.library === "ORD"
        ? { ...address("ORD"), documents: [{ id: uuids[one.file], fileName: name }], duplicateAction: 0 }
        : { ...address("ISO"), ...stored(one.file), docProperty: { name } };
    expect(call(company, one.library === "ORD" ? "L10" : "L19", by, body)).toBeUndefined();
    model.documents.push({ library: one.library, name, versions: [one.file], isVoided: false });
    return;
  }
  if (one.kind === "apply") {
    if (model.destroyed.has(one.file)) return;
    const ref = { id: uuids[one.file], fileName: "x" };
    const papers = one.inField ? { fields: [{ code: "papers", value: [ref] }] } : { fields: [], attachFiles: [ref] };
    const body = { applyAccount: account("amy"), deptCode: "HQ", ...papers };
    expect(call(company, "F1", by, body, { formCodeOrId: "PAPER" })).toBeUndefined();
    // What the worker does next.
    const row = company.initiations.all().at(-1);
    const [design] = company.forms.all();
    if (!row || !design) throw new Error("nothing was stored");
    startDocument(company, { ...row, form: design, values: {} });
    company.journal.clear();
    model.formFiles.add(one.file);
    return;
  }
  const of = model.documents.filter(({ library }) => (library === "ORD") === (one.kind === "delete"));
  const document = of[one.at % Math.max(1, of.length)];
  if (!document) return;
  const { library, name, versions } = document;
  if (one.kind === "version") {
    if (document.isVoided || model.destroyed.has(one.file)) return;
    expect(
      call(company, "L20", by, { ...address(library), originalDocName: name, ...stored(one.file) }),
    ).toBeUndefined();
    versions.push(one.file);
  } else if (one.kind === "void") {
    if (document.isVoided) return;
    expect(call(company, "L21", by, { ...address(library), docName: name, reason: "x" })).toBeUndefined();
    document.isVoided = true;
  } else {
    const isDelete = one.kind === "delete";
    const body = isDelete ? { fileName: name } : { docName: name, reason: "x" };
    expect(call(company, isDelete ? "L11" : "L22", by, { ...address(library), ...body })).toBeUndefined();
    model.documents.splice(model.documents.indexOf(document), 1);
    for (const at of versions) {
      if (isDelete) model.trashed.add(at);
      else if (!isHeld(model, at)) model.destroyed.add(at);
    }
  }
  note(one.kind);
};

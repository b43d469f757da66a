/**
 * A second, simple implementation of the document center: a tree of maps, with names in lower case and people by account. It
 * computes the effect of every operation, without rows, version properties or pages.
 */
export type ModelFolder = {
  /** The name in the spelling that was given last. */
  name: string;
  readers: ReadonlySet<string> | null;
  readonly folders: Map<string, ModelFolder>;
  readonly documents: Map<string, ModelDocument>;
};

type ModelDocument = { name: string; readonly files: string[]; isVoided: boolean };

export type ModelLibrary = {
  readonly isControlled: boolean;
  readonly editors: ReadonlySet<string>;
  readonly root: ModelFolder;
  /** Path and name of destroyed documents. */
  readonly destroyed: Set<string>;
};

export type Model = { readonly libraries: Readonly<Record<string, ModelLibrary>>; trash: string[] };

/** The account of a caller; null if a key calls. */
type Person = string | null;

export type Step =
  | { readonly kind: "create" | "delete"; readonly path: string }
  | { readonly kind: "rename"; readonly path: string; readonly name: string }
  | { readonly kind: "readers"; readonly path: string; readonly accounts: readonly string[] }
  | { readonly kind: "add"; readonly path: string; readonly files: readonly Wanted[]; readonly replace: boolean }
  | { readonly kind: "remove"; readonly path: string; readonly name: string }
  | { readonly kind: "list" | "info"; readonly path: string }
  | { readonly kind: "emptyTrash" }
  | ControlledStep;

type ControlledStep =
  | { readonly kind: "void" | "destroy" | "rules"; readonly path: string; readonly name: string }
  | { readonly kind: "addControlled"; readonly path: string; readonly file: Wanted }
  | { readonly kind: "update"; readonly path: string; readonly name: string; readonly file: Wanted };

type Wanted = { readonly file: string; readonly name: string };

class Refused extends Error {}
const refuse = (code: string): never => {
  throw new Refused(code);
};

export const newFolder = (name: string): ModelFolder => ({
  name,
  readers: null,
  folders: new Map(),
  documents: new Map(),
});

const namesOn = (path: string): string[] => path.split("/").filter(Boolean);
const key = (name: string): string => name.toLowerCase();

type Found = { readonly chain: readonly ModelFolder[]; readonly folder: ModelFolder; readonly missing: string[] };

const walk = (library: ModelLibrary, path: string): Found => {
  const chain = [library.root];
  const names = namesOn(path);
  for (const [at, name] of names.entries()) {
    const folder = chain.at(-1) as ModelFolder;
    const next = folder.folders.get(key(name));
    if (!next) return { chain, folder, missing: names.slice(at) };
    chain.push(next);
  }
  return { chain, folder: chain.at(-1) as ModelFolder, missing: [] };
};

const roleAt = (library: ModelLibrary, chain: readonly ModelFolder[], person: Person): number => {
  if (person === null || library.editors.has(person)) return 2;
  return chain.findLast(({ readers }) => readers)?.readers?.has(person) ? 1 : 0;
};

const requireRole = (library: ModelLibrary, chain: readonly ModelFolder[], person: Person, least: number): void => {
  const role = roleAt(library, chain, person);
  const seesLibrary = roleAt(library, [library.root], person) > 0 || visiblePaths(library, person).length > 0;
  if (role === 0) refuse(seesLibrary ? "OPA-FOLDER-FORBIDDEN" : "OPA-LIBRARY-UNKNOWN");
  if (role < least) refuse("OPA-FOLDER-READ-ONLY");
};

const find = (library: ModelLibrary, path: string, person: Person, least: number): Found => {
  const found = walk(library, path);
  if (found.missing.length > 0) {
    requireRole(library, found.chain, person, 1);
    refuse("OPA-FOLDER-UNKNOWN");
  }
  requireRole(library, found.chain, person, least);
  return found;
};

const findDocument = (library: ModelLibrary, path: string, name: string): ModelDocument => {
  const document = walk(library, path).folder.documents.get(key(name));
  if (document) return document;
  return refuse(library.destroyed.has(key(`${path}|${name}`)) ? "OPA-DOC-DESTROYED" : "OPA-DOC-UNKNOWN");
};

/** Every folder of the library with its lower-case path. */
export const foldersOf = (root: ModelFolder, path = ""): [string, ModelFolder][] => [
  [path, root],
  ...[...root.folders].flatMap(([name, folder]) => foldersOf(folder, `${path}/${name}`)),
];

export const visiblePaths = (library: ModelLibrary, person: Person): string[] =>
  foldersOf(library.root)
    .map(([path]) => path)
    .filter((path) => path !== "" && roleAt(library, walk(library, path).chain, person) > 0);

/** Performs the step on the model. Returns the code of the refusal, or the answer of a read. */
export const perform = (model: Model, code: string, person: Person, step: Step): unknown => {
  try {
    return act(model, model.libraries[code] as ModelLibrary, person, step);
  } catch (thrown) {
    if (thrown instanceof Refused) return thrown.message;
    throw thrown;
  }
};

const act = (model: Model, library: ModelLibrary, person: Person, step: Step): unknown => {
  switch (step.kind) {
    case "emptyTrash":
      model.trash = [];
      return undefined;
    case "create":
      return create(library, person, step.path);
    case "delete":
      return remove(model, library, person, step.path);
    case "rename":
      return rename(library, person, step.path, step.name);
    case "readers":
      find(library, step.path, person, 2).folder.readers = new Set(step.accounts);
      return undefined;
    case "list":
      return list(library, person, step.path);
    case "info":
      return roleAt(library, find(library, step.path, person, 1).chain, person);
    case "add":
      return add(model, library, person, step.path, step.files, step.replace);
    case "remove": {
      const { folder } = find(library, step.path, person, 2);
      requireOrdinary(library, person);
      model.trash.push(...findDocument(library, step.path, step.name).files);
      folder.documents.delete(key(step.name));
      return undefined;
    }
    case "void":
    case "destroy":
    case "rules":
    case "addControlled":
    case "update":
      return actControlled(library, person, step);
  }
};

const actControlled = (library: ModelLibrary, person: Person, step: ControlledStep): unknown => {
  const { folder } = find(library, step.path, person, 2);
  if (step.kind === "addControlled") {
    if (folder.documents.has(key(step.file.name))) refuse("OPA-NAME-TAKEN");
    folder.documents.set(key(step.file.name), { name: step.file.name, files: [step.file.file], isVoided: false });
    return undefined;
  }
  const document = findDocument(library, step.path, step.name);
  if (step.kind === "destroy") {
    folder.documents.delete(key(step.name));
    library.destroyed.add(key(`${step.path}|${step.name}`));
    return undefined;
  }
  if (document.isVoided) refuse("OPA-DOC-VOIDED");
  if (step.kind === "update") document.files.push(step.file.file);
  if (step.kind === "void") document.isVoided = true;
  return undefined;
};

const requireOrdinary = (library: ModelLibrary, person: Person): void => {
  if (library.isControlled && person !== null) refuse("OPA-LIBRARY-CONTROLLED");
};

const create = (library: ModelLibrary, person: Person, path: string): undefined => {
  const { chain, folder, missing } = walk(library, path);
  requireRole(library, chain, person, 2);
  requireOrdinary(library, person);
  let last = folder;
  for (const name of missing) {
    const next = newFolder(name);
    last.folders.set(key(name), next);
    last = next;
  }
};

const parentOf = (library: ModelLibrary, path: string): [ModelFolder, string] => {
  const names = namesOn(path);
  const name = key(names.at(-1) ?? "");
  return [walk(library, names.slice(0, -1).join("/")).folder, name];
};

const remove = (model: Model, library: ModelLibrary, person: Person, path: string): undefined => {
  const { folder } = find(library, path, person, 2);
  requireOrdinary(library, person);
  if (path === "/") refuse("OPA-FOLDER-ROOT");
  if (library.isControlled && folder.folders.size + folder.documents.size > 0) refuse("OPA-FOLDER-NOT-EMPTY");
  for (const [, one] of foldersOf(folder)) for (const { files } of one.documents.values()) model.trash.push(...files);
  const [parent, name] = parentOf(library, path);
  parent.folders.delete(name);
};

const rename = (library: ModelLibrary, person: Person, path: string, name: string): undefined => {
  const { folder } = find(library, path, person, 2);
  if (path === "/") refuse("OPA-FOLDER-ROOT");
  const [parent, old] = parentOf(library, path);
  const holder = parent.folders.get(key(name));
  if (holder && holder !== folder) refuse("OPA-NAME-TAKEN");
  parent.folders.delete(old);
  parent.folders.set(key(name), Object.assign(folder, { name }));
};

const list = (library: ModelLibrary, person: Person, path: string): string[] => {
  const { chain, folder } = find(library, path, person, 1);
  const isEditor = roleAt(library, chain, person) === 2;
  return [...folder.documents.values()]
    .filter(({ isVoided }) => isEditor || !isVoided)
    .map(({ name }) => name)
    .toSorted();
};

const add = (
  model: Model,
  library: ModelLibrary,
  person: Person,
  path: string,
  files: readonly Wanted[],
  replace: boolean,
): undefined => {
  const { folder } = find(library, path, person, 2);
  requireOrdinary(library, person);
  if (files.length === 0) refuse("OPA-DOCS-EMPTY");
  for (const [at, { file, name }] of files.entries()) {
    const earlier = files.slice(0, at);
    if (earlier.some((one) => one.file === file)) refuse("OPA-FILE-REPEATED");
    if (replace && earlier.some((one) => key(one.name) === key(name))) refuse("OPA-NAME-TAKEN");
  }
  for (const { file, name } of files) {
    const free = replace ? name : freeName(folder, name, 0);
    model.trash.push(...(folder.documents.get(key(free))?.files ?? []));
    folder.documents.set(key(free), { name: free, files: [file], isVoided: false });
  }
};

const freeName = (folder: ModelFolder, name: string, number: number): string => {
  const candidate = number === 0 ? name : `${name} (${number})`;
  return folder.documents.has(key(candidate)) ? freeName(folder, name, number + 1) : candidate;
};

/**
 * The expected changes to libraries and trash, as functions that the cases use. They throw if the object to edit does not
 * exist.
 */
import { expect } from "vitest";
import type { DocumentState } from "./document-case.ts";

type Library = DocumentState["libraries"][number];

const found = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Error("the case edits what does not exist");
  return value;
};

export const libraryIn = ({ libraries }: DocumentState, code: string): Library =>
  found(libraries.find((library) => library.code === code));

export const folderIn = (library: Library, path: string) => found(library.folders.find((one) => one.path === path));

export const documentIn = (library: Library, name: string) =>
  found(library.documents.find(({ file }) => file.fileName === name));

export const controlledIn = (library: Library, name: string) =>
  found(library.controlledDocuments.find((one) => one.name === name));

/** A folder that inherits its readers and its settings. */
export const newFolder = (path: string) => ({ id: expect.any(String), path });

const inOrder = <T>(list: T[], keyOf: (one: T) => string): void => {
  list.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
};

/** Sorts what the libraries contain into the order of a dump. */
export const sorted = ({ libraries }: DocumentState): void => {
  for (const { folders, documents, controlledDocuments } of libraries) {
    inOrder(folders, ({ path }) => `${path.toLowerCase()}/`);
    inOrder(documents, ({ path, file }) => `${path.toLowerCase()}/ ${file.fileName.toLowerCase()}`);
    inOrder(controlledDocuments, ({ path, name }) => `${path.toLowerCase()}/ ${name.toLowerCase()}`);
  }
};

/** Moves the document from the library to the trash. */
export const toTrash = (state: DocumentState, code: string, name: string, deletedBy: string | null = null): void => {
  const library = libraryIn(state, code);
  const { path, file } = documentIn(library, name);
  library.documents = library.documents.filter((one) => one.file.fileName !== name);
  state.trash.push({ library: library.code, path, name, file, deletedBy, deletedAt: expect.any(String) });
};

export const folderToTrash = (
  state: DocumentState,
  code: string,
  path: string,
  deletedBy: string | null = null,
): void => {
  const library = libraryIn(state, code);
  folderIn(library, path);
  library.folders = library.folders.filter((one) => one.path !== path);
  const slash = path.lastIndexOf("/");
  const parent = path.slice(0, slash) || "/";
  const name = path.slice(slash + 1);
  state.trash.push({ library: library.code, path: parent, name, file: null, deletedBy, deletedAt: expect.any(String) });
};

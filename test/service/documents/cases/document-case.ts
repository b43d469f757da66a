/** The type of a case of the document center. All cases run over real HTTP against the libraries of `libraries.ts`. */
import type { OperationId } from "../../../../src/contract/contract.ts";
import type { LibrariesSection, TrashSection } from "../../../../src/contract/sections/library.ts";

export type DocumentState = { readonly libraries: LibrariesSection; readonly trash: TrashSection };

export type DocumentInput = { readonly params?: Readonly<Record<string, string>>; readonly body?: unknown };

type Common = DocumentInput & {
  /** A test title in the present tense. */
  readonly fact: string;
  /** Account of the calling user; only for operations of the user group. */
  readonly as?: string;
  /** Calls of the system group to make before the case's own call. */
  readonly first?: readonly (readonly [OperationId, DocumentInput])[];
};

export type DocumentSuccess = Common & {
  /** The body of the answer; absent if there is none. */
  readonly answers?: unknown;
  /** Makes the expected change to the libraries and the trash; undefined if nothing changes. */
  readonly leaves?: (state: DocumentState) => void;
};

export type DocumentRefusal = Common & {
  readonly code: string;
  /** Default: 400. */
  readonly status?: number;
};

export type DocumentCasesOf<Id extends OperationId> = Readonly<
  Record<
    Id,
    {
      readonly succeeds: readonly [DocumentSuccess, ...DocumentSuccess[]];
      readonly refuses: readonly DocumentRefusal[];
    }
  >
>;

/** A placeholder for the id of an uploaded test file, for bodies and answers. */
export const fileNamed = (name: string): string => `file:${name}`;

export const at = (rootFolderCode: string, folderPath: string) => ({ rootFolderCode, folderPath });

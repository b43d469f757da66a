/** What a case of the document center says. All of them run over real HTTP against the libraries of `libraries.ts`. */
import type { OperationId } from "../../../../src/contract/contract.ts";
import type { LibrariesSection, TrashSection } from "../../../../src/contract/library-section.ts";

export type DocumentState = { readonly libraries: LibrariesSection; readonly trash: TrashSection };

export type DocumentInput = { readonly params?: Readonly<Record<string, string>>; readonly body?: unknown };

type Common = DocumentInput & {
  /** A present-tense fact. */
  readonly fact: string;
  /** Account of the user who calls; operations of the user group only. */
  readonly as?: string;
  /** Calls of the system group made before. */
  readonly first?: readonly (readonly [OperationId, DocumentInput])[];
};

export type DocumentSuccess = Common & {
  /** The body of the answer; left out where there is none. */
  readonly answers?: unknown;
  /** Libraries and trash afterwards, as a change of those before; left out: unchanged. */
  readonly leaves?: (state: DocumentState) => void;
};

export type DocumentRefusal = Common & {
  readonly code: string;
  /** 400 unless given. */
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

/** An uploaded file of the test, by the name it has there; stands for its id in bodies and answers. */
export const fileNamed = (name: string): string => `file:${name}`;

export const at = (rootFolderCode: string, folderPath: string) => ({ rootFolderCode, folderPath });

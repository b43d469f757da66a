/**
 * The cases of all operations of the document center. To those in the tables, this adds the refusals that every operation has
 * in common whose body names a library and a folder, so that no operation can be forgotten.
 */
import { specOf } from "../../../../src/contract/contract.ts";
import { centerCases } from "./center-cases.ts";
import { controlledCases } from "./controlled-cases.ts";
import { at, type DocumentCasesOf, type DocumentRefusal, type DocumentSuccess } from "./document-case.ts";
import { libraryCases } from "./library-cases.ts";

const ownCases = { ...libraryCases, ...controlledCases, ...centerCases };
type Id = keyof typeof ownCases;

/** These create the folders that do not exist. */
const creating: readonly Id[] = ["L3", "L14", "U11"];

/** The operation's first success, sent to a library or folder that it refuses. */
const wrongAddresses = (id: Id): DocumentRefusal[] => {
  const { as, body }: DocumentSuccess = ownCases[id].succeeds[0];
  const { rootFolderCode: library, ...rest } = (body ?? {}) as { readonly rootFolderCode?: string };
  if (library === undefined) return [];
  const caller = as === undefined ? {} : { as };
  const unknown = { ...caller, status: specOf(id).mutates ? 400 : 404 };
  const path = (folderPath: string) => ({ ...rest, ...at(library, folderPath) });
  const folder = { fact: "an unknown folder", body: path("/rules/no"), code: "OPA-FOLDER-UNKNOWN", ...unknown };
  const paths = [
    { fact: "a path without a slash", body: path("rules"), code: "OPA-FOLDER-PATH" },
    { fact: "a path that ends with a slash", body: path("/rules/"), code: "OPA-FOLDER-PATH" },
    { fact: "an empty name in the path", body: path("/rules//travel"), code: "OPA-FOLDER-PATH" },
    { fact: "a path deeper than 50 folders", body: path("/a".repeat(51)), code: "OPA-FOLDER-PATH" },
    { fact: "the folder itself in the path", body: path("/rules/."), code: "OPA-NAME-INVALID" },
    { fact: "a path upwards", body: path("/rules/../staff"), code: "OPA-NAME-INVALID" },
    { fact: "a backslash in the path", body: path("/rules\\travel"), code: "OPA-NAME-INVALID" },
    { fact: "a control character in the path", body: path("/ru\u0000les"), code: "OPA-REQUEST-INVALID" },
    { fact: "a name of 256 bytes in the path", body: path(`/${"é".repeat(128)}`), code: "OPA-NAME-INVALID" },
  ];
  return [
    { fact: "an unknown library", body: { ...rest, ...at("NO", "/") }, code: "OPA-LIBRARY-UNKNOWN", ...unknown },
    ...(creating.includes(id) ? [] : [folder]),
    ...paths.map((refusal) => ({ ...refusal, ...caller })),
  ];
};

export const documentCases = Object.fromEntries(
  (Object.keys(ownCases) as readonly Id[]).map((id) => {
    const { succeeds, refuses } = ownCases[id];
    return [id, { succeeds, refuses: [...wrongAddresses(id), ...refuses] }];
  }),
) as unknown as DocumentCasesOf<Id>;

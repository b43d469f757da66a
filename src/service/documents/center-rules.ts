/** U5–U13: the document center for a user, who sees ordinary and controlled libraries as far as permitted (R92). */
import { folderRole } from "../../contract/personal.ts";
import type { Handlers } from "../kernel/feature.ts";
import { namesTo, settingsOf } from "./folder-tree.ts";
import { folderRules } from "./library-rules.ts";
import type { Company } from "./tables.ts";
import { type Place, personViewer, roleIn } from "./visibility.ts";

type Ids = "U5" | "U6" | "U7" | "U8" | "U9" | "U10" | "U11" | "U12" | "U13";

const own = folderRules(personViewer);

export const centerRules: Handlers<Ids, Company> = {
  U5: own.documents,
  U6: own.namesExist,
  U7: own.add,
  U8: own.remove,
  U9: own.libraries,
  U10: own.subfolders,
  U11: own.create,
  U12: own.trash,
  U13: own.reading((company, place, _body, viewer) => [showFolderInfo(company, place, roleIn(company, viewer, place))]),
};

/** Editors may always download; the folder's download settings apply to readers only (R83). */
const showFolderInfo = (company: Company, { library, folder }: Place, role: number) => {
  const { allowDownloadFile, allowDownloadPdf, enableWatermark } = settingsOf(company, folder);
  const isEditor = role === folderRole.editor;
  const isControlled = library.rules !== null;
  return {
    role,
    allowDownloadFile: isEditor || allowDownloadFile,
    allowDownloadPdf: isEditor || allowDownloadPdf,
    enableWatermark,
    fullPath: [...namesTo(company, folder)],
    allowDelete: isEditor && !isControlled && folder.parentId !== null,
    allowCancel: isEditor && isControlled,
    allowDestroy: isEditor && isControlled,
  };
};

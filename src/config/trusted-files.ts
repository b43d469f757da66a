/** Looks at what decides what musterd writes, and to whom it gives its key: the state folder, the configuration, and its functions. */
import { everybodyCanChange, inspectStateFolder, type WideAccess } from "../lib/database/state-folder.ts";
import type { Config } from "./config.ts";

/** Returns what more people can use than necessary. Throws `state-untrusted`; of a configuration in a container, the system may show any mode. */
export const inspectTrusted = ({
  stateFolder,
  file,
  source: { mappingFile },
}: Pick<Config, "stateFolder" | "file" | "source">): readonly WideAccess[] => [
  ...inspectStateFolder(stateFolder),
  ...everybodyCanChange(mappingFile === undefined ? [file] : [file, mappingFile]),
];

/** The version of this program. */
import { readFileSync } from "node:fs";

/** Read from package.json, which is two folders above both src/lib and dist/lib. */
export const ownVersion: string = (
  JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as { readonly version: string }
).version;

/** How a configuration reads managers and posts, and what has to be the same for those of the last good run to be believed. */
import { hash } from "node:crypto";
import type { Config } from "../config/config.ts";
import { ownVersion } from "../lib/own-version.ts";
import type { ReadingMode } from "../run/prepare/read-site.ts";

/** Another version, source, policy or connection may read otherwise; another key may see other things. */
export const readingModeOf = ({ source, plan, target, readAll = false }: Config): ReadingMode => ({
  how: target === "embedded" ? "auto" : (target.reading ?? "auto"),
  basis: hash("sha256", JSON.stringify([ownVersion, source, plan, target]), "hex"),
  readAll,
});

/**
 * Sends the page that `musterd` writes to files. It has a script and styles of its own, so it is shown apart from the console:
 * sandboxed, in an origin of its own, without anything from elsewhere.
 */
import { hash } from "node:crypto";
import type { FastifyReply } from "fastify";
import type { OwnVisit } from "../access/visit.ts";
import type { Page } from "../html/layout.ts";
import { beingMade, type Made } from "../made/making.ts";
import { earlyPage } from "../pages/early.ts";

const opening = "<script>";

/** Returns the page that is shown instead while the report is being made. */
export const sendReport = async (visit: OwnVisit, reply: FastifyReply, made: Made): Promise<Page | undefined> => {
  if (made === undefined) return undefined;
  if (made === beingMade) return earlyPage(visit);
  const script = made.subarray(made.indexOf(opening) + opening.length, made.lastIndexOf("</script>"));
  const policy = `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${hash("sha256", script, "base64")}'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-scripts`;
  await reply
    .headers({ "content-security-policy": policy, "x-frame-options": "SAMEORIGIN" })
    .type("text/html; charset=utf-8")
    .send(made);
  return undefined;
};

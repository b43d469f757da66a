/** The loop that `npm run bench` compares with: sends recorded requests at musterd's concurrency. Arguments: address, file. */
import { readFileSync } from "node:fs";
import pLimit from "p-limit";
import { Agent } from "undici";
import { targetSettings } from "../src/site/settings/settings.ts";
import type { Request } from "./bench-probe.ts";

const [url = "", file = ""] = process.argv.slice(2);
const apiKey = process.env["MUSTERD_API_KEY"] ?? "";
const { concurrency } = targetSettings.parse({ url, corpCode: "DEMO", apiKey });
const requests = readFileSync(file, "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => JSON.parse(line) as Request);
const agent = new Agent({ connections: concurrency });
const headers = { "Api-Key": apiKey, CorpCode: "DEMO", "Content-Type": "application/json" };

const send = async ({ method, path, body }: Request): Promise<void> => {
  const answer = await agent.request({ origin: url, method, path, headers, ...(body ? { body } : {}) });
  const text = await answer.body.text();
  if (answer.statusCode >= 400) throw new Error(`${method} ${path} was refused: ${answer.statusCode} ${text}`);
  if (text !== "") JSON.parse(text);
};

/*
 * No request may overtake one on which it depends. So requests for departments, levels, titles and functions are sent one after
 * the other, and a request of another kind than the one before waits for all requests in flight.
 */
const limit = pLimit(concurrency);
let kind = "";
let pending: Promise<void>[] = [];
for (const request of requests) {
  const next = request.method === "GET" ? kind : `${request.method} ${request.path}`;
  const alone =
    next !== kind || (request.method === "POST" && /\/(deptlevel|department|jobtitle|jobfunc)$/.test(request.path));
  if (alone) {
    await Promise.all(pending);
    pending = [];
  }
  kind = next;
  pending.push(limit(() => send(request)));
}
await Promise.all(pending);
await agent.close();

/**
 * Sends oversized bodies to a service, in a process of its own, because a caller in the service's process is never still sending
 * when the answer arrives. Its arguments are url, key, company, and the number of attempts; it prints the statuses as JSON.
 */
import { openClient } from "../../src/client/client.ts";
import { pathOf } from "./running-service.ts";

const [, , url = "", apiKey = "", corpCode = "", attempts = "0"] = process.argv;
const body = { code: "BIG", name: "x".repeat(8 * 1024 * 1024) };
const headers = { "Api-Key": apiKey, CorpCode: corpCode, "Content-Type": "application/json" };
const byFetch: unknown[] = [];
const byClient: unknown[] = [];
await using client = openClient({ url, apiKey, corpCode });
for (let n = 0; n < Number(attempts); n += 1) {
  const sent = fetch(url + pathOf("V2"), { method: "POST", headers, body: JSON.stringify(body) });
  byFetch.push(
    await sent.then(
      async (answer) => `${answer.status} ${((await answer.json()) as { errorCode: string }).errorCode}`,
      (error: Error) => String(error.cause),
    ),
  );
  byClient.push(
    await client.createDepartmentLevel({ body }).catch((error: { place?: { status?: number } }) => error.place?.status),
  );
}
console.log(JSON.stringify({ byFetch, byClient }));

/** A process that reads lists from the service at the given address, and sends its error codes and its largest memory. */
import { type CallError, openClient } from "../../src/client/client.ts";

const [, , url = "", calls = "1"] = process.argv;
await using client = openClient({ url, corpCode: "ACME", apiKey: "k-1" }, { retries: 0, concurrency: 8 });
const codes = await Promise.all(
  Array.from({ length: Number(calls) }, () =>
    client.listEmployees().then(
      () => "answered",
      (error: CallError) => error.failure?.code ?? String(error),
    ),
  ),
);
process.send?.({ codes, peakMiB: process.resourceUsage().maxRSS / 1024 });

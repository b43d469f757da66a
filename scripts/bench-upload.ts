/**
 * `node scripts/bench-upload.ts [MB]`: measures the memory and time that the service needs for an upload of 200 MB in chunks of
 * 5 MB, in one chunk, and by link. Each upload goes to a new service in a separate process. This process sends the file, and
 * serves it for the upload by link, without keeping it in memory. The script asserts nothing.
 */
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { pathTemplateOf } from "../src/contract/contract.ts";
import { startService } from "../src/service/service.ts";
import { costOf, endRoles, startRole } from "./bench-frame.ts";
import { bytes, post, sendChunks } from "./bench-upload-requests.ts";

const megabyte = 1_000_000;

const serve = async (database: string): Promise<void> => {
  const { url } = await startService({
    database,
    host: "127.0.0.1",
    port: 0,
    keys: [{ name: "bench", secret: "bench-key", permissions: [] }],
    corpCode: "BENCH",
    adminKey: "bench-admin",
    uploadLimits: { maxChunkBytes: 2 ** 31 },
    outbound: { allowPrivateNetworks: true },
  });
  process.send?.(url);
};

const sendLink = async (url: string, length: number): Promise<void> => {
  const host = createServer((_request, response) => void pipeline(Readable.from(bytes(length)), response));
  host.listen(0, "127.0.0.1");
  await once(host, "listening");
  const { port } = host.address() as AddressInfo;
  const body = JSON.stringify({ fileName: "bench.bin", url: `http://127.0.0.1:${port}/` });
  await post(url + pathTemplateOf("UP2", "1"), "application/json", [Buffer.from(body)]);
  host.close();
};

const measure = async (length: number): Promise<void> => {
  const ways: Readonly<Record<string, (url: string, length: number) => Promise<void>>> = {
    "in chunks of 5 MB": (url, of) => sendChunks(url, of, 5 * megabyte),
    "in one chunk": (url, of) => sendChunks(url, of, of),
    "by link": sendLink,
  };
  console.log(
    `An upload of ${length / megabyte} MB${" ".repeat(10)}idle MiB   peak MiB   above idle        s     MB/s`,
  );
  for (const [name, send] of Object.entries(ways)) {
    const folder = mkdtempSync(join(tmpdir(), "musterd-bench-"));
    try {
      const service = await startRole(new URL(import.meta.url), "serve", join(folder, "service.db"));
      await send(service.said, 100_000);
      const { seconds, idleMiB, peakMiB } = await costOf(service.pid, () => send(service.said, length));
      await service.stop();
      const figures = [idleMiB, peakMiB, peakMiB - idleMiB].map((value) => value.toFixed(0).padStart(11)).join("");
      const speed = (length / megabyte / seconds).toFixed(0).padStart(9);
      console.log(`  ${name.padEnd(26)}${figures}${seconds.toFixed(2).padStart(11)}${speed}`);
    } finally {
      endRoles();
      rmSync(folder, { recursive: true });
    }
  }
};

const [first = "200", database] = process.argv.slice(2);
if (first === "serve" && database !== undefined) await serve(database);
else await measure(Number(first) * megabyte);

/** A redis-server that is not musterd's own: reached by its address, with a password, and to be killed by the test. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A port of 127.0.0.1 on which nothing listens. */
export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
};

const program = "redis-server";
const password = "pa:ss";

export type SharedRedis = { readonly port: number; readonly url: string; readonly kill: () => Promise<void> };

/** `url` names database 3. */
export const startSharedRedis = async (): Promise<SharedRedis> => {
  const folder = await mkdtemp(join(tmpdir(), "musterd-shared-redis-"));
  const port = await freePort();
  const server = spawn(program, ["--port", `${port}`, "--dir", folder, "--save", "", "--requirepass", password], {
    stdio: "ignore",
  });
  const exited = once(server, "exit");
  return {
    port,
    url: `redis://:${encodeURIComponent(password)}@127.0.0.1:${port}/3`,
    kill: async () => {
      server.kill("SIGKILL");
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
};

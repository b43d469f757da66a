/** Edits of what protects an installation from other users of its machine and from strange servers and callers. */
import { type Mutant, mutantsOf } from "./mutant.ts";

const rotation = ["test/store/rotate-key.test.ts"];

export const attackMutants: readonly Mutant[] = [
  ...mutantsOf("src/store/vault/rotate-key.ts", rotation, [
    ["      keys.add();\n", "", "a key that others know stays in use"],
    [
      "vault.isCurrent(row.sealed) || vault.open(row.sealed) === undefined",
      "true",
      "what another process has sealed is lost",
    ],
    ["if (text === undefined) continue;", "continue;", "nothing is sealed anew"],
  ]),
  ...mutantsOf("src/store/vault/vault-keys.ts", rotation, [
    ["write([newKey(), ...read()])", "write([newKey()])", "a kill loses everything that is sealed"],
    ["if (read().length > 1) return;", "return;", "one key of the configuration counts as replaced"],
    ['openSync(draft, "wx", 0o600)', 'openSync(draft, "wx", 0o644)', "a replaced key can be read by everybody"],
  ]),
  ...mutantsOf(
    "src/lib/database/state-folder.ts",
    ["test/lib/database/state-folder.test.ts"],
    [
      ["stats.uid !== user && stats.uid !== 0", "false", "another user's database decides what is written"],
      ["if (stats.nlink > 1)", "if (stats.nlink > 100)", "another user reads along by a hard link"],
      ["if (!stats.isFile()) throw", "if (false) throw", "a link at the place of the key leads to another one"],
      ["inspect(file, stats, othersCanUse);", "inspect(file, stats, 0);", "everybody can read the key"],
    ],
  ),
  ...mutantsOf(
    "src/cli/open/embedded-service.ts",
    ["test/cli/untrusted-state.test.ts"],
    [
      [
        "  inspectDatabase(database);",
        "  void inspectDatabase;",
        "a service that another user has planted is sent everything",
      ],
    ],
  ),
  ...mutantsOf(
    "src/service/service.ts",
    ["test/cli/untrusted-state.test.ts"],
    [
      [
        "isFile ? inspectDatabase(database)",
        "!isFile ? inspectDatabase(database)",
        "the service trusts a database that everybody can change",
      ],
    ],
  ),
  ...mutantsOf(
    "src/store/forget/forget-person.ts",
    ["test/cli/state/forget.test.ts", "test/store/forget-person.test.ts"],
    [
      ["await sql`VACUUM`.execute(database);", "", "free pages hold what was removed"],
      ["if (isCopy(basename(path), name)) rmSync(join(folder, name));", "", "the copy of an upgrade holds the person"],
      ["values.filter(({ id }) => !own.has(id))", "values", "the sealed values of the person stay"],
      [
        "message: isOwn ? null : clean(row.message)",
        "message: row.message",
        "a message of the service names the person",
      ],
    ],
  ),
  ...mutantsOf(
    "src/lib/http/requests-in-turn.ts",
    ["test/lib/http/requests-in-turn.test.ts"],
    [
      ["if (!socket.writable) return void", "if (false) return void", "what waits behind a closed connection is done"],
      [
        "else if (queue.push(start) > mostWaitingRequests)",
        "else if (queue.push(start) < 0)",
        "requests that wait fill the memory",
      ],
    ],
  ),
  ...mutantsOf(
    "src/queue/target-lock.ts",
    ["test/queue/target-lock.test.ts"],
    [
      ["if (leftMs < 0) {", "if (false) {", "somebody waits for the end of a lock that never ends"],
      [
        "if kind == 'string' then holder = redis.call('GET', KEYS[1]) end\nif kind ~= 'none' and",
        "holder = redis.call('GET', KEYS[1])\nif holder and",
        "a list in the place of the lock is told as a Redis that does not run",
      ],
    ],
  ),
  ...mutantsOf(
    "src/queue/connection.ts",
    ["test/queue/wave-queue.test.ts"],
    [
      ["    await attempt(closeTimeoutMs, () => removeKeys(queue));\n", "", "the rest of a damaged queue stays"],
      [".catch(unlessReply)", "", "a damaged queue is taken for a Redis that does not answer, and stays"],
    ],
  ),
  ...mutantsOf(
    "src/client/answers/answer-budget.ts",
    [
      "test/client/endless-answers.test.ts",
      "test/client/answers/answer-budget.test.ts",
      "test/cli/hostile-service.test.ts",
    ],
    [
      ["const perItem = 64;", "const perItem = 16;", "two million short texts take more than a small container has"],
      [
        "bytesInFlight > mostBytesInFlight",
        "bytes > mostBytesInFlight",
        "five lists without end take five times the memory",
      ],
      ["const bytesPerPart = 256;", "const bytesPerPart = 0;", "parts of one byte fill the heap"],
      ["return fitsIntoHeap(heapInFlight);", "return true;", "short texts become large values and end the process"],
      ["if (depth > deepest)", "if (false)", "lists in lists fill the memory of the parser"],
    ],
  ),
  ...mutantsOf(
    "src/client/answers/read-answer.ts",
    ["test/cli/hostile-service.test.ts"],
    [
      [
        "&& Array.isArray(value)) {",
        "&& Array.isArray(value) && mostValues < 0) {",
        "a list of nothing that fits fills the memory with what is wrong",
      ],
      ["count > mostValues ||", "false ||", "a record of nothing that fits fills the memory with what is wrong"],
    ],
  ),
];

/**
 * The keys of the vault, newest first: 64 hexadecimal digits each, in a file of musterd's own, or in the text that `state.key` refers
 * to. Older keys only open what they have sealed, until it is sealed anew (rotate-key.ts).
 */
import { randomBytes } from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { MusterdError, refusalHint } from "../../lib/errors.ts";

type Keys = readonly [newest: Buffer, ...older: Buffer[]];

export type VaultKeys = {
  /** Throws `store-unavailable` or `store-damaged` when the keys cannot be used. */
  readonly read: () => Keys;
  /** Puts a new key before the others. A text of the configuration must have one already; otherwise throws `config-invalid`. */
  readonly add: () => void;
  /** Drops all but the newest. Nothing happens to a text of the configuration. */
  readonly keepNewest: () => void;
};

const keyBytes = 32;

/** The keys in `file`, which has mode 0600 and is created when it is first needed. */
export const keysInFile = (file: string): VaultKeys => {
  const read = (): Keys => {
    if (!existsSync(file)) create(file);
    return (
      keysIn(readText(file)) ??
      invalid(
        { file },
        "restore the file from a backup; without it, saved plans cannot be opened: remove it, then save them again",
      )
    );
  };
  const write = (keys: readonly Buffer[]): void => {
    const draft = `${file}.new`;
    try {
      rmSync(draft, { force: true });
      writeThrough(draft, keys);
      renameSync(draft, file);
    } catch (error) {
      throw unavailable(file, error);
    }
  };
  return { read, add: () => write([newKey(), ...read()]), keepNewest: () => write(read().slice(0, 1)) };
};

/**
 * The file has its key from the first moment: a full disk or a power cut would else leave an empty one, and a process that starts at the
 * same time would read it.
 */
const create = (file: string): void => {
  const draft = `${file}.${randomBytes(6).toString("hex")}`;
  try {
    try {
      writeThrough(draft, [newKey()]);
      place(draft, file);
    } finally {
      rmSync(draft, { force: true });
    }
  } catch (error) {
    throw unavailable(file, error);
  }
};

/** A link, because a rename would replace the key that another process has made meanwhile. Not every file system has links. */
const place = (draft: string, file: string): void => {
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") renameSync(draft, file);
  }
};

/** What is sealed with a key must not outlive it in a power cut. */
const writeThrough = (draft: string, keys: readonly Buffer[]): void => {
  const opened = openSync(draft, "wx", 0o600);
  try {
    writeFileSync(opened, keys.map((key) => key.toString("hex")).join("\n"));
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
};

/** The keys in a text, separated by blanks or line ends. */
export const keysInText = (text: string): VaultKeys => {
  const read = (): Keys =>
    keysIn(text) ??
    invalid({ setting: "state.key" }, "put 64 hexadecimal digits there; `openssl rand -hex 32` makes them");
  return {
    read,
    add: () => {
      if (read().length > 1) return;
      throw new MusterdError("config-invalid", "`state.key` has one key, and none to replace it", {
        place: { setting: "state.key" },
        hint: "put a new key before it (`openssl rand -hex 32`), separated by a blank or a line end; start the daemon again; then repeat",
      });
    },
    keepNewest: () => undefined,
  };
};

const newKey = (): Buffer => randomBytes(keyBytes);

const keysIn = (text: string): Keys | undefined => {
  const [newest, ...older] = text.trim().split(/\s+/);
  const all = [newest ?? "", ...older];
  if (!all.every((key) => /^[\da-f]{64}$/i.test(key))) return undefined;
  return [Buffer.from(all[0] ?? "", "hex"), ...older.map((key) => Buffer.from(key, "hex"))];
};

const readText = (file: string): string => {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw unavailable(file, error);
  }
};

const invalid = (place: { readonly file: string } | { readonly setting: string }, hint: string): never => {
  throw new MusterdError("store-damaged", "a key of the store does not have 64 hexadecimal digits", { place, hint });
};

const unavailable = (file: string, cause: unknown): MusterdError =>
  new MusterdError("store-unavailable", "the key of the store can be neither created nor read", {
    place: { file },
    hint: refusalHint(cause) ?? "let musterd write to the folder of `state.folder`",
    cause,
  });

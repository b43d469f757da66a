/** Long texts as the store keeps them: deflated. */
import { promisify } from "node:util";
import { deflate, inflate } from "node:zlib";

export const packed: (text: string) => Promise<Uint8Array> = promisify(deflate);

/** Returns the text in UTF-8; rejects if it is damaged. */
export const unpacked: (bytes: Uint8Array) => Promise<Buffer> = promisify(inflate);

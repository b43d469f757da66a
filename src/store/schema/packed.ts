/** Long texts as the store keeps them: deflated. */
import { promisify } from "node:util";
import { deflate, inflate } from "node:zlib";

// What a test puts in the place of the two functions counts, so they are looked up in each call.
export const packed = (text: string): Promise<Uint8Array> => promisify(deflate)(text);

/** Returns the text in UTF-8; rejects if it is damaged. */
export const unpacked = (bytes: Uint8Array): Promise<Buffer> => promisify(inflate)(bytes);

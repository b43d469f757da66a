/** How much and how long an upload may be. */

export type UploadLimits = {
  /** Largest file, in bytes. */
  readonly maxFileBytes: number;
  /** Largest chunk, in bytes; this much may be on the disk before a chunk is judged. */
  readonly maxChunkBytes: number;
  /** Most chunks of one file. */
  readonly maxChunks: number;
  /** A sender who is silent for so long is cut off. */
  readonly idleMs: number;
};

export const defaultUploadLimits: UploadLimits = {
  maxFileBytes: 2 * 1024 ** 3,
  maxChunkBytes: 64 * 1024 ** 2,
  maxChunks: 10_000,
  idleMs: 60_000,
};

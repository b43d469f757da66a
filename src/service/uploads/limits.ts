/** Limits on the size and duration of uploads. */

export type UploadLimits = {
  /** Largest file, in bytes. */
  readonly maxFileBytes: number;
  /** Largest chunk, in bytes; this much may be written to disk before a chunk is validated. */
  readonly maxChunkBytes: number;
  /** Maximum number of chunks of one file. */
  readonly maxChunks: number;
  /** A sender that is silent for this long is disconnected. */
  readonly idleMs: number;
};

export const defaultUploadLimits: UploadLimits = {
  maxFileBytes: 2 * 1024 ** 3,
  maxChunkBytes: 64 * 1024 ** 2,
  maxChunks: 10_000,
  idleMs: 60_000,
};

/**
 * The quota of uploaded files: the largest total of the files that one user or one key has uploaded and that are still stored
 * (R98). It bounds the files, of which an unfinished one counts with its whole length, and at any time the bytes on the disk,
 * of which some may still be coming in and have no row.
 */
import { refuse } from "../kernel/refusal.ts";
import { isExpired, receivedBytes } from "./files.ts";
import type { Company, FileRow, PartialFileRow } from "./tables.ts";

/** A file counts with at least this length, so that the quota also bounds the number of small files. */
const leastBytes = 64 * 1024;

export const createQuota = (company: Company, quotaBytes: number) => {
  /** The bytes without a row, by the name under which they are stored. */
  const incoming = new Map<string, { readonly owner: string; readonly length: number }>();
  /** How many more bytes of each owner may at least come in before they are counted again. */
  const space = new Map<string, number>();

  const requireFit = (usedBytes: number, fileBytes: number, countedBytes = fileBytes): void => {
    if (usedBytes + countedBytes > quotaBytes) refuse("OPA-UPLOAD-QUOTA", { usedBytes, fileBytes, quotaBytes });
  };
  return {
    /** Refuses another file of this length, in bytes, if the owner's files would then exceed the quota. */
    requireSpace: (owner: string, length: number): void => {
      const used = rowsOf(company, owner).map((row) => Math.max(row.length, leastBytes));
      requireFit(sum(used), length, Math.max(length, leastBytes));
    },
    /** Counts the first `length` bytes of a file or chunk that is coming in. If they exceed the quota, refuses the last of them. */
    receive: (owner: string, stored: string, length: number): void => {
      const before = incoming.get(stored)?.length ?? 0;
      let left = (space.get(owner) ?? 0) - (length - before);
      if (left < 0) {
        const kept = rowsOf(company, owner).map((row) => ("received" in row ? receivedBytes(row) : row.length));
        const coming = [...incoming.values()].map((one) => (one.owner === owner ? one.length : 0));
        const used = sum(kept) + sum(coming) - before;
        requireFit(used, length);
        left = quotaBytes - used - length;
      }
      space.set(owner, left);
      incoming.set(stored, { owner, length });
    },
    /** Stops counting bytes that now have a row or are removed. */
    release: (stored: string): void => void incoming.delete(stored),
  };
};

/** The present files of an owner, finished or not. */
const rowsOf = (company: Company, owner: string): readonly (FileRow | PartialFileRow)[] =>
  [...company.files.by("owner", owner), ...company.partialFiles.by("owner", owner)].filter(
    (row) => !isExpired(company, row),
  );

const sum = (lengths: readonly number[]): number => lengths.reduce((total, length) => total + length, 0);

/**
 * The memory of answers. Bytes say little about it: two bytes of JSON can become an object of 56 bytes. So the values are counted
 * while their text arrives, and an answer ends when all that are in flight would not fit beside what the process already holds.
 */
import { type OperationId, specOf } from "../../contract/contract.ts";
import { fitsIntoHeap } from "../../lib/heap.ts";
import { CallError } from "../call-error.ts";

/** The bytes of one answer; false from the moment on at which an answer has to end. `release` is called once, at its end. */
export type AnswerScale = { readonly take: (part: Uint8Array) => boolean; readonly release: () => void };

/**
 * The most bytes of all answers in flight of one transport, far above five lists of 100,000 people: answers without end would
 * fill the memory, and five of them five times as fast. A container of 512 MiB has this much besides the process itself.
 */
const mostBytesInFlight = 128 * 2 ** 20;

/** The most bytes of one answer: until garbage is removed, a whole one may be there three times, as received, joined and as text. */
const mostBytesOfOne = mostBytesInFlight / 2;

/** What each received part takes besides its bytes: a server can send parts of one byte. */
const bytesPerPart = 256;

/** The heap is looked at whenever so much more was received, in one answer or in many small ones. */
const lookEveryBytes = 4 * 2 ** 20;

/** The text of an answer has two bytes for each character as soon as one of them is Chinese. */
const heapPerByte = 1.5;

/** Returns the function that weighs one answer; all of them share one budget. */
export const openAnswerBudget = (): (() => AnswerScale) => {
  let bytesInFlight = 0;
  let heapInFlight = 0;
  let unlooked = 0;
  return () => {
    const heapOf = countJson();
    let bytes = 0;
    let heap = 0;
    let first: Uint8Array | undefined;
    /** The values of a part, and of the first one where it is not the only one. */
    const valuesIn = (part: Uint8Array): number => {
      if (bytes === 0 && part.length <= smallAnswer) {
        first = part;
        return 0;
      }
      const before = first ? heapOf(first) : 0;
      first = undefined;
      return before + heapOf(part);
    };
    return {
      take: (part) => {
        const [moreBytes, moreHeap] = [part.length + bytesPerPart, valuesIn(part) + part.length * heapPerByte];
        bytes += moreBytes;
        heap += moreHeap;
        bytesInFlight += moreBytes;
        heapInFlight += moreHeap;
        unlooked += moreBytes + moreHeap;
        if (bytes > mostBytesOfOne || bytesInFlight > mostBytesInFlight) return false;
        if (unlooked < lookEveryBytes) return true;
        unlooked = 0;
        return fitsIntoHeap(heapInFlight);
      },
      release: () => {
        bytesInFlight -= bytes;
        heapInFlight -= heap;
        bytes = 0;
        heap = 0;
      },
    };
  };
};

const inMebi = (bytes: number): number => bytes / 2 ** 20;

export const tooLong = (operation: OperationId): CallError =>
  new CallError(operation, {
    code: "response-unexpected",
    message: `the answer is longer than ${inMebi(mostBytesOfOne)} MiB, or all that are read at the same time than ${inMebi(mostBytesInFlight)} MiB, or it is nested too deeply or does not fit into the memory of this process`,
    hint: "check the address: this is not a list of the service, or has no end; for very large companies give the process more memory",
    outcome: specOf(operation).mutates ? "unknown" : "not-done",
    retryable: false,
  });

/** More lists and objects inside each other are no answer of any service, and a parser needs much memory for each. */
const deepest = 1_000;

/** An answer of one part with so many bytes is not counted: nearly all are so small, few are in flight at a time, and none is too deep. */
const smallAnswer = deepest;

/** What values take in the heap beside their characters. */
const perObjectOrList = 56;
const perProperty = 16;
/** The parser's own reference, and one in the list that it makes and in each copy that is made until the list fits the contract. */
const perItem = 64;
const perQuote = 4;

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const [openObject, closeObject, openList, closeList] = [0x7b, 0x7d, 0x5b, 0x5d];

/** 1 for the bytes that the counting looks at, which are few. */
const counts = new Uint8Array(256);
for (const byte of [quote, backslash, comma, openObject, closeObject, openList, closeList]) counts[byte] = 1;

/** Returns a function that gets a JSON text part by part, and says what its values take; `Infinity` if they are too deep. */
const countJson = (): ((part: Uint8Array) => number) => {
  let isText = false;
  let isEscaped = false;
  let depth = 0;
  /** What a comma adds at each depth. */
  let perComma: Uint8Array | undefined;
  return (part) => {
    perComma ??= new Uint8Array(deepest + 1);
    let heap = 0;
    // Four times as fast as an iterator.
    for (let at = 0; at < part.length; at += 1) {
      const byte = part[at] ?? 0;
      if (counts[byte] === 0 && !isEscaped) continue;
      if (isEscaped) isEscaped = false;
      else if (byte === quote) {
        isText = !isText;
        heap += perQuote;
      } else if (isText) isEscaped = byte === backslash;
      else if (byte === comma) heap += perComma[depth] ?? 0;
      else if (byte === openObject || byte === openList) {
        heap += perObjectOrList;
        depth += 1;
        if (depth > deepest) return Number.POSITIVE_INFINITY;
        perComma[depth] = byte === openList ? perItem : perProperty;
      } else if (byte === closeObject || byte === closeList) depth -= 1;
    }
    return heap;
  };
};

/** The ids in the example requests. Those of the sample company are fixed; the service makes the others anew each time. */

const made = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;

export const sampleIds = {
  /** Fixed in the sample company. */
  agentTime: "6f1a4c30-0d5e-4b7a-9a55-3f2b8c1d1001",
  agent: "6f1a4c30-0d5e-4b7a-9a55-3f2b8c1d2001",
  /** Chosen by the caller of UP1 and U14. */
  chosen: made(9),
  ownChosen: made(10),
  /** Made by the service: files of UP1, U14, UP2 and UP3, the form for a leave, and what an initiation of it leads to. */
  chunked: made(1),
  ownChunked: made(2),
  linked: made(3),
  fromBase64: made(4),
  leaveForm: made(5),
  trace: made(6),
  approved: made(7),
  rejected: made(8),
} as const;

/** Returns a function that gives every id which the service made a number, always the same for the same id. */
export const createNumbering = () => {
  const numbers = new Map<string, string>();
  return {
    /** Says which example id stands for an id that the service made. */
    say: (real: string, shown: string): void => void numbers.set(real, shown),
    real: (shown: string): string => [...numbers].find(([, one]) => one === shown)?.[0] ?? shown,
    shown: (real: string): string => {
      const known = numbers.get(real) ?? made(101 + numbers.size);
      numbers.set(real, known);
      return known;
    },
  };
};

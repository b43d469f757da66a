/** Preloaded by a process whose clock a test moves: the file MUSTERD_TEST_CLOCK has the milliseconds by which it is ahead. */
import { readFileSync } from "node:fs";

const real = Date.now.bind(Date);
let readMs = 0;
let aheadMs = 0;
Date.now = () => {
  const now = real();
  if (now - readMs > 100) {
    readMs = now;
    aheadMs = Number(readFileSync(String(process.env["MUSTERD_TEST_CLOCK"]), "utf8"));
  }
  return now + aheadMs;
};

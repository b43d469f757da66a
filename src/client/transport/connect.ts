/**
 * Opens the connections of the transport. A service may send `100 Continue` although nobody asked for it (RFC 9110, 15.2), and some proxies
 * always do. undici takes that for a broken answer: the write is carried out, and its outcome, also that of P1, stays unknown.
 */
import type { Socket } from "node:net";
import { buildConnector } from "undici";

export const connectIgnoringContinue = (timeoutMs: number): buildConnector.connector => {
  const connect = buildConnector({ timeout: timeoutMs, allowH2: false });
  return (options, callback) =>
    connect(options, (...result) => {
      if (result[1]) leaveOutContinue(result[1]);
      callback(...result);
    });
};

const interim = /^HTTP\/1\.\d 100[ \r]/;
const headEnd = "\r\n\r\n";

/** No JSON is cut here: the strings of JSON contain no line break, so only a head has one behind these words. */
const leaveOutContinue = (socket: Socket): void => {
  const read = socket.read.bind(socket) as (size?: number) => Buffer | null;
  let begun: Buffer | undefined;
  socket.read = (size?: number): Buffer | null => {
    const part = read(size);
    if (part === null) return null;
    let rest = begun ? Buffer.concat([begun, part]) : part;
    begun = undefined;
    while (interim.test(rest.toString("latin1", 0, 16))) {
      const end = rest.indexOf(headEnd);
      if (end < 0) {
        // A head is short; what is longer is the parser's to refuse.
        if (rest.length > 8192) return rest;
        begun = rest;
        return null;
      }
      rest = rest.subarray(end + headEnd.length);
    }
    return rest.length > 0 ? rest : null;
  };
};

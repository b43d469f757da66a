/** Classifies calls that got no answer: nothing was sent, the outcome is unknown, or the address is wrong. */
import { type OperationId, specOf } from "../../contract/contract.ts";
import type { CallFailure } from "../call-error.ts";

/*
 * | error                                             | code                 | repeated | outcome  |
 * |---------------------------------------------------|----------------------|----------|----------|
 * | refused, no route, no such host, connect timeout  | target-unavailable   | yes      | not-done |
 * | certificate, not HTTP, unusable header or address | target-misconfigured | no       | not-done |
 * | connection closed by this client                  | target-no-answer     | no       | unknown  |
 * | timeout, reset, anything else                     | target-no-answer     | yes      | unknown  |
 */
export const networkFailure = (operation: OperationId, cause: unknown): CallFailure => {
  const symbol = symbolOf(cause);
  if (neverConnected.has(symbol)) {
    return {
      code: "target-unavailable",
      message: `the service cannot be reached (${symbol}); nothing was sent`,
      hint: "check the address, the network, and that the service runs",
      outcome: "not-done",
      retryable: true,
      cause,
    };
  }
  if (wrongAddress.test(symbol)) {
    return {
      code: "target-misconfigured",
      message: `the connection cannot be used (${symbol})`,
      hint: "check the address, http or https, and the certificate (NODE_EXTRA_CA_CERTS adds your own authority)",
      outcome: "not-done",
      retryable: false,
      cause,
    };
  }
  return {
    code: "target-no-answer",
    message: `no answer came (${symbol})`,
    hint: `check the service and the network${specOf(operation).mutates ? "; the next run finds out whether the write took effect" : ""}`,
    outcome: "unknown",
    retryable: symbol !== "UND_ERR_DESTROYED",
    cause,
  };
};

const neverConnected: ReadonlySet<string> = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
]);

const wrongAddress =
  /^(CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|HPE_|ERR_TLS|ERR_SSL|EPROTO|ERR_INVALID|UND_ERR_INVALID_ARG)/;

const symbolOf = (cause: unknown): string => {
  if (!(cause instanceof Error)) return "unknown";
  return "code" in cause && typeof cause.code === "string" ? cause.code : cause.name;
};

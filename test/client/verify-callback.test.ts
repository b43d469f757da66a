/** Tests the verification of signatures as in Standard Webhooks, made with the right key and with other keys. */
import { generateKeyPairSync, sign } from "node:crypto";
import { describe, expect, it } from "vitest";
import { verifyCallback } from "../../src/client/client.ts";

const pair = () => generateKeyPairSync("ed25519");
const { privateKey, publicKey } = pair();
const jwks = { keys: [publicKey.export({ format: "jwk" })] };
const nowMs = 1_800_000_000_000;
const timestamp = String(nowMs / 1000);

const callback = {
  TraceId: "t-1",
  Type: "Success",
  UofxData: { FormName: "請假", FormSn: "LV-1" },
  CustomData: null,
  ErrorMsg: null,
};
const rawBody = JSON.stringify(callback);

const signatureOf = (text: string, key = privateKey) => `v1a,${sign(null, Buffer.from(text), key).toString("base64")}`;
const headers = {
  "webhook-id": "t-1",
  "webhook-timestamp": timestamp,
  "webhook-signature": signatureOf(`t-1.${timestamp}.${rawBody}`),
};

const verify = (change: object = {}, body: string | Uint8Array = rawBody, keys = jwks, now = nowMs) =>
  verifyCallback({ ...headers, ...change }, body, keys, { nowMs: now });

describe("a genuine callback", () => {
  it("is accepted, from text and from bytes, with either kind of headers", () => {
    expect(verify()).toEqual(callback);
    expect(verify({}, Buffer.from(rawBody))).toEqual(callback);
    expect(verifyCallback(new Headers(headers), rawBody, jwks, { nowMs })).toEqual(callback);
  });

  it("is accepted during key rotation: one signature by any of the keys is enough", () => {
    const other = pair();
    const signatures = [signatureOf("else", other.privateKey), "v1,c2VjcmV0", headers["webhook-signature"]].join(" ");
    const keys = { keys: [other.publicKey.export({ format: "jwk" }), ...jwks.keys] };
    expect(verify({ "webhook-signature": signatures }, rawBody, keys)).toEqual(callback);
  });

  it("is accepted within the time tolerance", () => {
    for (const aside of [-299_000, 299_000]) expect(verify({}, rawBody, jwks, nowMs + aside)).toEqual(callback);
  });
});

describe("anything else", () => {
  it.each<[string, () => unknown]>([
    ["another body", () => verify({}, rawBody.replace("LV-1", "LV-2"))],
    ["another id", () => verify({ "webhook-id": "t-2" })],
    ["another time", () => verify({ "webhook-timestamp": String(Number(timestamp) + 1) })],
    ["an invalid time", () => verify({ "webhook-timestamp": "soon" })],
    ["an old one", () => verify({}, rawBody, jwks, nowMs + 301_000)],
    ["one from the future", () => verify({}, rawBody, jwks, nowMs - 301_000)],
    ["no signature", () => verify({ "webhook-signature": "" })],
    ["no id", () => verify({ "webhook-id": undefined })],
    [
      "a signature of another kind",
      () => verify({ "webhook-signature": headers["webhook-signature"].replace("v1a", "v1") }),
    ],
    ["another key", () => verify({}, rawBody, { keys: [pair().publicKey.export({ format: "jwk" })] })],
    ["no keys", () => verify({}, rawBody, { keys: [] })],
  ])("is refused: %s", (_, attempt) => {
    expect(attempt).toThrow(expect.objectContaining({ code: "callback-refused" }));
  });

  it("is refused where the right signature is the fifth, because each costs time that a stranger could take", () => {
    const wrong = signatureOf("else");
    const after = (times: number) => [...Array(times).fill(wrong), headers["webhook-signature"]].join(" ");
    expect(verify({ "webhook-signature": after(3) })).toEqual(callback);
    expect(() => verify({ "webhook-signature": after(4) })).toThrow(
      expect.objectContaining({ code: "callback-refused" }),
    );
  });

  it("is refused if it is signed but names what the contract does not have", () => {
    const signed = { "webhook-signature": signatureOf(`t-1.${timestamp}.{}`) };
    expect(() => verify(signed, "{}")).toThrow(
      expect.objectContaining({
        code: "callback-refused",
        message: expect.stringMatching(/does not match the contract/),
      }),
    );
  });
});

/** Tests that a notification of the service counts as delivered only to those who have got it, and that only the others get it again. */
import { expect, it, vi } from "vitest";
import type { Message } from "../../src/model/runs/told.ts";
import { sendTimeoutMs } from "../../src/notify/channels/channel.ts";
import { serviceChannel } from "../../src/notify/channels/service.ts";
import type { Rendered } from "../../src/notify/message.ts";

const rendered = { subject: "a subject", text: "a text" } as Rendered;
const to = ["ann", "bob", "cid"];

const channelFor = (refused: readonly string[]) => {
  const sent: string[] = [];
  const channel = serviceChannel({ kind: "service", to } as never, async (account, title, text) => {
    expect([title, text]).toEqual([rendered.subject, rendered.text]);
    if (refused.includes(account)) throw new Error(`${account} is not known`);
    sent.push(account);
  });
  return {
    sent,
    send: (rest?: readonly string[]) => channel.send({ ...(rest && { rest }) } as Message, rendered, "en"),
  };
};

it("is delivered when everybody has got it", async () => {
  const { sent, send } = channelFor([]);
  await send();
  expect(sent).toEqual(to);
});

it("is undelivered to those who are refused, and all the others get it", async () => {
  const { sent, send } = channelFor(["ann", "cid"]);
  await expect(send()).rejects.toMatchObject({ problem: "internal", rest: ["ann", "cid"] });
  expect(sent).toEqual(["bob"]);
});

it("goes a second time only to those who have not got it", async () => {
  const { sent, send } = channelFor([]);
  await send(["cid"]);
  expect(sent).toEqual(["cid"]);
});

it("names those who have not got it before its time is over, and asks the service for none of them later", async () => {
  vi.useFakeTimers();
  const sent: string[] = [];
  const channel = serviceChannel({ kind: "service", to } as never, async (account) => {
    await new Promise((resolve) => setTimeout(resolve, 0.7 * sendTimeoutMs));
    sent.push(account);
  });
  const undelivered: unknown[] = [];
  const sending = channel.send({} as Message, rendered, "en").catch((error: unknown) => undelivered.push(error));
  await vi.advanceTimersByTimeAsync(sendTimeoutMs - 1);
  expect(undelivered).toMatchObject([{ problem: "no answer in time", rest: ["bob", "cid"] }]);
  await vi.advanceTimersByTimeAsync(10 * sendTimeoutMs);
  await sending;
  expect(sent).not.toContain("cid");
  vi.useRealTimers();
});

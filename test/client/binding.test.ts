/** An address of the configuration, as it is used and as it is told to people. */
import { expect, it } from "vitest";
import { bindingOf, bindingText } from "../../src/client/binding.ts";
import { pathTemplateOf } from "../../src/contract/contract.ts";

const usual = pathTemplateOf("E2", "1");
const prefix = usual.slice(0, usual.lastIndexOf("/employee"));

it.each([
  [undefined, `GET ${usual}`],
  ["GET /people/{userCode}", `GET ${prefix}/people/{userCode}`],
  ["GET ^/hr?user={userCode}&sort=a=b&all=", "GET /hr?user={userCode}&sort=a=b&all="],
  ["POST ^/hr/{userCode}?all", "POST /hr/{userCode}?all="],
])("%s is %s", (text, told) => {
  const binding = bindingOf({ version: "1", paths: text === undefined ? {} : { E2: text } }, "E2");
  expect(binding && bindingText(binding)).toBe(told);
});

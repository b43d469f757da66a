/** The form operations F1–F8 over real HTTP. */
import { expect, it } from "vitest";
import { baseline } from "../cases/baseline.ts";
import { formsBaseline } from "./baseline.ts";
import { formCases } from "./form-cases.ts";
import { runCases } from "./operation-cases.ts";

const company = () => ({
  organisation: baseline(),
  forms: formsBaseline(),
  agents: { people: [] },
  documents: { documents: [] },
});

const { service } = runCases(formCases, company, () => undefined);

it("shows the ids of fields and options unchanged after the same file was loaded again", async () => {
  const fields = async () => (await service().call("F8", { params: { formCodeOrId: "EXPENSE" } })).json;
  const before = await fields();
  await service().admin("PUT", "/company", { forms: formsBaseline() });
  expect(await fields()).toEqual(before);
});

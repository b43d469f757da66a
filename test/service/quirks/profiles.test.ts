/** All quirks together, and the profiles that combine them. */
import { describe, expect, it } from "vitest";
import { quirkProfiles } from "../../../src/service/kernel/quirks/quirk-profiles.ts";
import { Quirks } from "../../../src/service/kernel/quirks/quirks.ts";
import { baseline } from "../cases/baseline.ts";
import { startTestService } from "../running-service.ts";
import { startQuirkyService } from "./quirky-service.ts";

const { quirks } = await startQuirkyService();

describe("the quirks themselves", () => {
  it("are refused when unknown or wrong, and replaced as a whole", async () => {
    await expect(quirks({ envelop: "model" } as never)).rejects.toThrow("400");
    await expect(quirks({ envelope: "paper" } as never)).rejects.toThrow("400");
    await quirks({ lists: "flat" });
    expect(await quirks({ envelope: "model" })).toMatchObject({ lists: "grouped", envelope: "model" });
  });

  it("can be set when the service starts", async () => {
    const other = await startTestService({ quirks: { noManager: "empty-object" } });
    await other.load(baseline());
    expect((await other.call("D10", { params: { code: "FIN" } })).text).toBe("{}");
    await other.close();
  });
});

describe("a profile", () => {
  it.each(Object.entries(quirkProfiles))("%s is a set of quirks", (_, profile) => {
    expect(Quirks.parse(profile)).toMatchObject(profile);
  });

  it("differs from every other, and the first is the service's own reading", () => {
    const all = Object.values(quirkProfiles).map((profile) => JSON.stringify(Quirks.parse(profile)));
    expect(new Set(all).size).toBe(all.length);
    expect(all.length).toBeGreaterThanOrEqual(8);
    expect(all[0]).toBe(JSON.stringify(Quirks.parse({})));
  });
});

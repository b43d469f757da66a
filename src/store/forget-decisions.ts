/** Removes a person from what people have decided and asked for: verdicts, requests for runs, a pause, forms that ask for a decision. */
import type { Database } from "../lib/database.ts";
import type { withoutPerson } from "./person-traces.ts";
import type { Tables } from "./schema.ts";

type Clean = ReturnType<typeof withoutPerson>;

export const cleanVerdicts = async (
  transaction: Database<Tables>,
  target: string,
  clean: Clean,
  count: () => void,
): Promise<void> => {
  const rows = transaction.selectFrom("verdict").selectAll().where("target", "=", target);
  for (const { fingerprint, reason, by_name } of await rows.execute()) {
    const changed = { reason: clean(reason), by_name: clean(by_name) };
    if (changed.reason === reason && changed.by_name === by_name) continue;
    const row = transaction.updateTable("verdict").set(changed).where("target", "=", target);
    await row.where("fingerprint", "=", fingerprint).execute();
    count();
  }
};

/** Who and what stands in requests for runs, in a pause, and in the forms that ask for a decision. */
export const cleanRequests = async (
  transaction: Database<Tables>,
  target: string,
  clean: Clean,
  count: (table: string) => void,
): Promise<void> => {
  for (const { id, only, by_name } of await transaction
    .selectFrom("run_request")
    .selectAll()
    .where("target", "=", target)
    .execute()) {
    const changed = { only: JSON.stringify((JSON.parse(only) as string[]).map(clean)), by_name: clean(by_name) };
    if (changed.only === only && changed.by_name === by_name) continue;
    await transaction.updateTable("run_request").set(changed).where("id", "=", id).execute();
    count("run_request");
  }
  const keys = transaction.selectFrom("request_key").select(["digest", "same"]).where("target", "=", target);
  for (const { digest, same } of await keys.execute()) {
    const [dry, only] = JSON.parse(same) as readonly [boolean, readonly string[]];
    const changed = JSON.stringify([dry, only.map(clean)]);
    if (changed === same) continue;
    const row = transaction.updateTable("request_key").set({ same: changed }).where("target", "=", target);
    await row.where("digest", "=", digest).execute();
    count("request_key");
  }
  const pauses = transaction.selectFrom("pause").selectAll().where("target", "=", target);
  for (const { reason, by_name } of await pauses.execute()) {
    const changed = { reason: clean(reason), by_name: clean(by_name) };
    if (changed.reason === reason && changed.by_name === by_name) continue;
    await transaction.updateTable("pause").set(changed).where("target", "=", target).execute();
    count("pause");
  }
  const submissions = transaction.selectFrom("submission").select(["about", "asked"]).where("target", "=", target);
  for (const { about, asked } of await submissions.execute()) {
    const changed = JSON.stringify((JSON.parse(asked) as string[]).map(clean));
    if (changed === asked) continue;
    const row = transaction.updateTable("submission").set({ asked: changed }).where("target", "=", target);
    await row.where("about", "=", about).execute();
    count("submission");
  }
};

/** What compiles and what does not: `tsc` fails when a line marked as an error compiles. Nothing here is run. */
import { openClient } from "../../src/client/client.ts";
import type { JobTitle } from "../../src/contract/records.ts";

const url = "http://127.0.0.1:9";

export const calls = async (): Promise<void> => {
  const client = openClient({ url, corpCode: "ACME", apiKey: "k" });
  const user = openClient({ url, token: "t" });

  // Nothing is required, so no argument is needed.
  await client.listDepartments();
  await client.refreshPermissions();
  await client.refreshPermissions({ body: {} });
  await user.listPendingTasks({ body: {} });
  await client.call("V1", { timeoutMs: 10 });

  // @ts-expect-error a body that is required
  await client.createDepartment();
  // @ts-expect-error a property that is required
  await client.createDepartment({ body: { code: "A" } });
  // @ts-expect-error a value of another type
  await client.setDepartmentStatus({ body: { code: "A", active: "yes" } });
  // @ts-expect-error a property that the contract does not know
  await client.setDepartmentStatus({ body: { code: "A", active: true, activ: true } });
  // @ts-expect-error a body where there is none
  await client.listDepartments({ body: {} });
  // @ts-expect-error parameters that are required
  await client.getEmployee();
  // @ts-expect-error a parameter that is spelt otherwise
  await client.getEmployee({ params: { usertype: "0", userCode: "amy" } });
  // @ts-expect-error a way to name people that there is not
  await client.getEmployee({ params: { userType: "2", userCode: "amy" } });
  // @ts-expect-error no such operation
  await client.call("X1");

  // @ts-expect-error an operation of the other group
  await client.getProfile();
  // @ts-expect-error an operation of the other group
  await client.call("U1");
  // @ts-expect-error an operation of the other group
  await user.call("D1");
  // @ts-expect-error F2 is not an operation of users
  await user.waitForInitiation("t");
  // @ts-expect-error a key and a token
  openClient({ url, token: "t", apiKey: "k" });
  // @ts-expect-error a key without the company
  openClient({ url, apiKey: "k" });

  // @ts-expect-error there may be nobody
  void (await client.getEmployee({ params: { userType: "0", userCode: "amy" } })).account;
  // @ts-expect-error a write may tell nothing
  void (await client.setDepartmentStatus({ body: { code: "A", active: true } })).code;
  // @ts-expect-error pages are turned by the iterator
  client.items("L8", { rootFolderCode: "A", folderPath: "/", pageOptions: { page: 1 } });
  // @ts-expect-error not a paged operation
  client.items("D1", {});
  // @ts-expect-error a stream states its length
  await client.uploadFile(new ReadableStream<Uint8Array>(), { fileName: "a" });

  const titles: JobTitle[] = await client.listJobTitles();
  const trace: string = await client.initiateForm({
    params: { formCodeOrId: "LEAVE" },
    body: { applyAccount: { userType: 0, userCode: "amy" }, deptCode: "RD", fields: [] },
  });
  void [titles, trace];
};

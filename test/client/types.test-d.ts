/** Tests which calls compile: `tsc` fails when a line that is marked as an error compiles. Nothing in this file is run. */
import { openClient } from "../../src/client/client.ts";
import type { JobTitle } from "../../src/contract/records/organisation.ts";

const url = "http://127.0.0.1:9";

export const calls = async (): Promise<void> => {
  const client = openClient({ url, corpCode: "ACME", apiKey: "k" });
  const user = openClient({ url, token: "t" });

  // These operations require no parameters and no body, so no argument is needed.
  await client.listDepartments();
  await client.refreshPermissions();
  await client.refreshPermissions({ body: {} });
  await user.listPendingTasks({ body: {} });
  await client.call("V1", { timeoutMs: 10 });

  // @ts-expect-error the required body is missing
  await client.createDepartment();
  // @ts-expect-error a required property is missing
  await client.createDepartment({ body: { code: "A" } });
  // @ts-expect-error the value has the wrong type
  await client.setDepartmentStatus({ body: { code: "A", active: "yes" } });
  // @ts-expect-error the contract does not have this property
  await client.setDepartmentStatus({ body: { code: "A", active: true, activ: true } });
  // @ts-expect-error this operation has no body
  await client.listDepartments({ body: {} });
  // @ts-expect-error the required parameters are missing
  await client.getEmployee();
  // @ts-expect-error the parameter is spelled `userType`
  await client.getEmployee({ params: { usertype: "0", userCode: "amy" } });
  // @ts-expect-error there is no user type "2"
  await client.getEmployee({ params: { userType: "2", userCode: "amy" } });
  // @ts-expect-error there is no such operation
  await client.call("X1");

  // @ts-expect-error an operation of the user group
  await client.getProfile();
  // @ts-expect-error an operation of the user group
  await client.call("U1");
  // @ts-expect-error an operation of the system group
  await user.call("D1");
  // @ts-expect-error it calls F2, which is not in the user group
  await user.waitForInitiation("t");
  // @ts-expect-error a key and a token cannot be used together
  openClient({ url, token: "t", apiKey: "k" });
  // @ts-expect-error a key needs the code of the company
  openClient({ url, apiKey: "k" });

  // @ts-expect-error the answer is null when there is no such person
  void (await client.getEmployee({ params: { userType: "0", userCode: "amy" } })).account;
  // @ts-expect-error the answer of a write may be undefined
  void (await client.setDepartmentStatus({ body: { code: "A", active: true } })).code;
  // @ts-expect-error `items` chooses the page itself
  client.items("L8", { rootFolderCode: "A", folderPath: "/", pageOptions: { page: 1 } });
  // @ts-expect-error D1 is not a paged operation
  client.items("D1", {});
  // @ts-expect-error a stream needs `length`
  await client.uploadFile(new ReadableStream<Uint8Array>(), { fileName: "a" });

  const titles: JobTitle[] = await client.listJobTitles();
  const trace: string = await client.initiateForm({
    params: { formCodeOrId: "LEAVE" },
    body: { applyAccount: { userType: 0, userCode: "amy" }, deptCode: "RD", fields: [] },
  });
  void [titles, trace];
};

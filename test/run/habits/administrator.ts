/** An administrator at work while the daemon writes: another client that edits a random object now and then. */
import type { OperationId } from "../../../src/contract/contract.ts";
import { userType } from "../../../src/contract/records/organisation.ts";
import type { Random } from "../../../src/sample/random.ts";
import { callerOf } from "../../service/running-service.ts";
import type { ServiceFixture } from "../../support/servers/service-fixture.ts";

/** Makes one edit; the service may refuse it. */
export const editAsAdministrator = async ({ url, dump }: ServiceFixture, random: Random): Promise<void> => {
  const { departments, employees } = await dump();
  const person = employees[random.integer(0, employees.length - 1)];
  const department = departments[random.integer(0, departments.length - 1)];
  if (!person || !department) return;
  const user = { userType: userType.account, userCode: person.account };
  const { code, deptLevelCode } = department;
  const edits: readonly [[OperationId, object], ...[OperationId, object][]] = [
    ["E11", { user, account: person.account, name: person.name, phoneNumber: "0900-000-000" }],
    ["E7", { user, active: !person.active }],
    ["E14", { user, depts: [{ code, isMainDept: true }] }],
    ["D3", { originalCode: code, code, name: "由管理員更名", deptLevelCode }],
    ["D7", { code, parentCode: null, seq: 0 }],
    ["D12", { code, manager: user }],
    ["E13", { user, deptCode: code, supervisorType: 0 }],
  ];
  const [id, body] = random.pick(edits);
  await callerOf(url).call(id, { body });
};

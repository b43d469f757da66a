/** The example request of each operation on the organisation and its agents, to the sample company, in the order of sending. */
import type { RequestOf } from "../../../src/client/request-types.ts";
import type { OperationId } from "../../../src/contract/contract.ts";
import { sampleIds } from "./sample-ids.ts";

const person = (userCode: string) => ({ userType: 0, userCode }) as const;
const inPath = (userCode: string) => ({ userType: "0", userCode }) as const;
const absent = person("yenhan.yeh");
const none = {};

export const organisationReads = {
  D1: none,
  D5: { params: { code: "B200", includeSubDept: "true" } },
  D9: { params: { code: "E100", includeSubDept: "false" } },
  D10: { params: { code: "E100" } },
  V1: none,
  E1: none,
  E2: { params: inPath("pote.lin") },
  E3: { params: { ...inPath("pote.lin"), corpCode: "DEMO" } },
  E4: { params: inPath("pote.lin") },
  E5: { params: { ...inPath("pote.lin"), corpCode: "DEMO" } },
  J4: none,
  T1: none,
  A1: { body: absent },
  A4: { body: absent },
} satisfies { [Id in OperationId]?: RequestOf<Id> };

export const organisationWrites = {
  V2: { body: { code: "L5", name: "組", active: true } },
  V3: { body: { originalCode: "L3", code: "L3", name: "部門" } },
  V4: { body: { code: "L5", seq: 3 } },
  V5: { body: { code: "L5", active: false } },
  V6: { params: { code: "L5" } },
  D2: {
    body: {
      parentCode: "E000",
      code: "E500",
      deptLevelCode: "L3",
      name: "法務部",
      active: true,
      description: "2026 年成立",
    },
  },
  D3: { body: { originalCode: "D200", code: "D200", name: "海外業務部", deptLevelCode: "L3", description: null } },
  D4: { body: { code: "B420", active: false } },
  D6: { params: { code: "E500" } },
  D7: { body: { parentCode: "B200", code: "B130", seq: 0 } },
  D8: {
    body: {
      batchMove: [
        { parentCode: "E200", code: "E220", seq: 0, active: true },
        { parentCode: "C200", code: "C220", seq: 1, active: false },
      ],
    },
  },
  D11: { params: { code: "D120" } },
  D12: { body: { code: "E400", manager: person("chunhan.liu") } },
  J1: { body: { originalCategory: "資訊", category: "資訊安全" } },
  J2: { body: { category: "品質", seq: 0 } },
  J5: { body: { code: "G01", categoryName: "法務", jobFunc: "合約審閱", active: true } },
  J6: { body: { originalCode: "A01", code: "A01", jobFunc: "公文收發員" } },
  J7: { body: { code: "A03", categoryName: "安全衛生", seq: 0 } },
  J8: { body: { code: "Q03", active: false } },
  J9: { params: { code: "G01" } },
  J3: { params: { name: "法務" } },
  T2: { body: { code: "T60", title: "首席工程師", rank: 6, seq: 1, active: true } },
  T3: { body: { originalCode: "T58", code: "T58", title: "高級管理師" } },
  T4: { body: { code: "T60", rank: 7, seq: 1 } },
  T5: { body: { code: "T95", active: false } },
  T6: { params: { code: "T15" } },
  E6: { body: { user: person("vendor01"), locked: true } },
  E7: { body: { user: person("signtest"), active: false } },
  E8: { body: { user: person("vendor01"), expiredTime: "2030-12-31T00:00:00+08:00" } },
  E9: { body: { user: { userType: 1, userCode: "000094" }, resignationDate: "2030-06-30T00:00:00+08:00" } },
  E10: { body: person("signtest") },
  E11: {
    body: {
      user: person("yafang.wang"),
      account: "yafang.wang",
      name: "王雅芳",
      loginValidation: ["UOF"],
      employeeNumber: "000077",
      gender: "Female",
      englishName: "Wang, Ya-Fang",
      phoneNumber: "0900-000-077",
      email: "yafang.wang@example.com",
    },
  },
  E12: {
    body: {
      account: "hsinmei.lin",
      name: "林欣美",
      loginValidation: ["UOF"],
      employeeNumber: "000900",
      gender: "Female",
      englishName: "Lin, Hsin-Mei",
      idCardNumber: null,
      birthDate: "1998-04-12T00:00:00+08:00",
      phoneNumber: "0900-000-900",
      businessCard: "管理師",
      hireDate: "2026-12-01T00:00:00+08:00",
      email: "hsinmei.lin@example.com",
      emailEx: null,
      expiredTime: null,
      depts: [{ code: "E100", isMainDept: true, jobTitleCode: "T68", jobFuncs: ["A02"] }],
    },
  },
  E13: {
    body: {
      user: person("wanting.chiu"),
      deptCode: "E100",
      supervisorType: 1,
      supervisor: person("pote.lin"),
    },
  },
  E14: {
    body: {
      user: person("chihwei.kuo"),
      depts: [
        { code: "E100", isMainDept: true, jobTitleCode: "T78", jobFuncs: ["A02"] },
        { code: "E210", isMainDept: false, jobTitleCode: "T78", jobFuncs: [] },
      ],
    },
  },
  E15: {
    body: {
      user: person("hsinling.yang"),
      mainDept: { code: "E210", isMainDept: true, jobTitleCode: "T68", jobFuncs: [] },
    },
  },
  A2: {
    body: { user: absent, startTime: "2030-01-07T09:00:00+08:00", endTime: "2030-01-11T18:00:00+08:00" },
  },
  A3: { body: { user: absent, id: sampleIds.agentTime } },
  A5: {
    body: {
      user: absent,
      formId: sampleIds.leaveForm,
      from: [{ code: "B100", containsChildren: true }],
      to: { employee: person("yuchieh.chu") },
      priority: 1,
    },
  },
  A6: { body: { user: absent, id: sampleIds.agent } },
  P1: { body: {} },
} satisfies { [Id in OperationId]?: RequestOf<Id> };

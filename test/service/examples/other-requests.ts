/** The example request of each other operation, to the sample company, in the order of sending. */
import type { RequestOf } from "../../../src/client/request-types.ts";
import type { OperationId } from "../../../src/contract/contract.ts";
import { sampleIds } from "./sample-ids.ts";

/** Addresses in the examples, for which the tests send those of a server of their own. */
export const sampleAddresses = {
  file: "https://files.example.com/supplier-audit.txt",
  callback: "https://hr.example.com/callbacks/forms",
} as const;

/** The number of the day's n-th document of the form for a leave. */
export const leaveNumber = (number: number) => `LEAVE-20261120-${String(number).padStart(4, "0")}`;

const person = (userCode: string) => ({ userType: 0, userCode }) as const;
const inPath = (userCode: string) => ({ userType: "0", userCode }) as const;
const manager = person("yachen.chang");
const applicant = person("peifang.chen");
const none = {};

const chunk = (id: string, fileName: string, text: string) => {
  const file = new File([text], fileName);
  return {
    Id: id,
    FileName: fileName,
    Length: file.size,
    ChunkSize: file.size,
    ChunkTotalCount: 1,
    ChunkNumber: 0,
    ChunkFile: file,
  };
};
const base64 = (text: string) => Buffer.from(text).toString("base64");

export const uploadRequests = {
  UP1: { body: chunk(sampleIds.chosen, "holidays.txt", "2027 holidays\n") },
  UP2: { body: { fileName: "supplier-audit.txt", url: sampleAddresses.file } },
  UP3: { body: { fileName: "travel-order.txt", base64Content: base64("Travel order\n") } },
  U14: { body: chunk(sampleIds.ownChosen, "notes.txt", "Notes of the meeting\n") },
  U15: { body: { fileName: "supplier-audit.txt", url: sampleAddresses.file } },
  U16: { body: { fileName: "minutes.txt", base64Content: base64("Minutes\n") } },
} satisfies { [Id in OperationId]?: RequestOf<Id> };

/** The initiation from which the documents of the other examples come. */
export const initiation = {
  F1: {
    params: { formCodeOrId: "LEAVE" },
    body: {
      applyAccount: applicant,
      deptCode: "E100",
      fields: [
        { code: "kind", value: "特別休假" },
        { code: "from", value: "2030-01-07" },
        { code: "until", value: "2030-01-08" },
        { code: "days", value: 2 },
        { code: "reason", value: "家庭旅遊" },
        { code: "deputy", value: person("pote.lin") },
      ],
      opinion: "請核准",
      urgent: false,
      attachFiles: [{ id: sampleIds.fromBase64, fileName: "travel-order.txt" }],
      customData: "HR-4711",
      callBackUrl: sampleAddresses.callback,
    },
  },
} satisfies { [Id in OperationId]?: RequestOf<Id> };

const firstPage = { page: 0, size: 2, order: 0, by: 0 } as const;
const company = { rootFolderCode: "COMPANY", folderPath: "/規章/人事" };
const quality = { rootFolderCode: "ISO", folderPath: "/二階" };
const punches = {
  dateRange: { since: "2026-11-01T00:00:00+08:00" },
  timeZoneId: "Asia/Taipei",
  queryPunchHistoryType: 1,
};

export const otherReads = {
  F2: { body: { traceId: sampleIds.trace } },
  F3: { params: inPath("wanchen.chan") },
  F4: { params: { ...inPath("wanchen.chan"), corpCode: "DEMO" } },
  F5: { params: inPath("yachen.chang") },
  F6: { params: { ...inPath("yachen.chang"), corpCode: "DEMO" } },
  F7: none,
  F8: { params: { formCodeOrId: "LEAVE" } },
  F8b: { params: { formSn: leaveNumber(1) } },
  F8c: {
    body: {
      user: applicant,
      formCode: "LEAVE",
      keyword: "家庭",
      taskStatus: 1,
      dateRangeType: 0,
      dateRange: { since: "2026-11-01T00:00:00+08:00", until: "2030-12-31T23:59:59+08:00" },
      pageOptions: firstPage,
    },
  },
  F8d: { body: { user: manager, taskStatus: 1, pageOptions: firstPage } },
  U1: none,
  U2: { body: { keyword: "休假", applicant_Date_From: "2026-11-01", applicant_Date_To: null } },
  U3: { params: { formSn: leaveNumber(1) } },
  L1: none,
  L2: { params: { rootCode: "COMPANY" } },
  L6: { body: { rootFolderCode: "RD", folderPath: "/軟體" } },
  L8: { body: { ...company, pageOptions: firstPage } },
  L9: { body: { ...company, documentNames: ["工作規則.txt", "holidays.txt"] } },
  L12: none,
  L13: { params: { rootCode: "ISO" } },
  L17: { body: quality },
  L18: { body: { ...quality, docName: "文件管制程序" } },
  U5: { body: { ...company, pageOptions: firstPage } },
  U6: { body: { ...company, documentNames: ["holidays.txt"] } },
  U9: none,
  U10: { params: { rootCode: "COMPANY" } },
  U13: { body: company },
  K1: { body: { ...punches, user: manager } },
  K2: { body: { ...punches, deptCode: "D110", includeSubDept: false } },
  S1: { body: { status: 0, dateRange: { since: "2026-01-01T00:00:00+08:00" } } },
} satisfies { [Id in OperationId]?: RequestOf<Id> };

export const otherWrites = {
  F10: { body: { user: manager, nodeId: sampleIds.approved } },
  F9: { body: { user: applicant, formNo: leaveNumber(2), reason: "行程取消" } },
  F11: { body: { user: manager, nodeId: sampleIds.rejected, opinion: "當週有稽核" } },
  U4: { body: { formSn: leaveNumber(4), status: 0, reason: "同意" } },
  L3: { body: { rootFolderCode: "COMPANY", folderPath: "/公告/2027" } },
  L4: { body: { rootFolderCode: "COMPANY", folderPath: "/表格" } },
  L5: { body: { rootFolderCode: "COMPANY", folderPath: "/規章/資訊", newName: "資訊安全" } },
  L7: {
    body: {
      rootFolderCode: "RD",
      folderPath: "/軟體",
      readers: [
        { itemType: 0, dept: { code: "C200", containsChildren: true, isCompany: false } },
        { itemType: 1, employee: person("yenting.lo") },
      ],
    },
  },
  L10: {
    body: { ...company, documents: [{ id: sampleIds.chunked, fileName: "holidays.txt" }], duplicateAction: 1 },
  },
  L11: { body: { ...company, fileName: "差勤管理辦法.txt" } },
  L14: { body: { rootFolderCode: "ISO", folderPath: "/三階/表單" } },
  L16: { body: { rootFolderCode: "ISO", folderPath: "/三階", newName: "三階文件" } },
  L15: { body: { rootFolderCode: "ISO", folderPath: "/三階文件/表單" } },
  L19: {
    body: {
      ...quality,
      uploadBy: person("yichi.liu"),
      document: { id: sampleIds.fromBase64, fileName: "travel-order.txt" },
      isCADFile: false,
      docProperty: {
        name: "出差作業程序",
        docVerRule: 0,
        publishDept: "B300",
        applyDept: "A000",
        startTime: "2027-01-01T00:00:00+08:00",
        endTime: null,
        summary: "出差申請與核銷",
        memo: null,
      },
    },
  },
  L20: {
    body: {
      ...quality,
      uploadBy: person("yichi.liu"),
      originalDocName: "文件管制程序",
      document: { id: sampleIds.linked, fileName: "supplier-audit.txt" },
      isCADFile: false,
      docProperty: { summary: "修訂：供應商稽核" },
    },
  },
  L21: { body: { rootFolderCode: "ISO", folderPath: "/一階", docName: "品質手冊", reason: "改版為電子手冊" } },
  L22: { body: { ...quality, docName: "舊版進料檢驗程序", reason: "保存期限已過" } },
  U7: {
    body: { ...company, documents: [{ id: sampleIds.ownChunked, fileName: "notes.txt" }], duplicateAction: 0 },
  },
  U8: { body: { ...company, fileName: "工作規則.txt" } },
  U11: { body: { rootFolderCode: "COMPANY", folderPath: "/會議/2027" } },
  U12: { body: company },
  S2: {
    body: {
      sourceQueCode: "CANTEEN",
      newTopic: "2030 年",
      topicMode: 1,
      startTime: "2030-01-07T00:00:00+08:00",
      endTime: "2030-01-21T00:00:00+08:00",
      surveyUsers: [{ itemType: 0, dept: { code: "DEMO", isCompany: true } }],
    },
  },
  N1: { body: { to: manager, title: "請假單待簽核", message: "有兩張請假單等候您的簽核。" } },
} satisfies { [Id in OperationId]?: RequestOf<Id> };

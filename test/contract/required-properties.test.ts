/**
 * The table of the properties of every request body, from the specification: which are required, and which may be null. The
 * schemas of the contract must say the same, property by property; where the specification says nothing, the table names the
 * entry of interface-notes.md that decides.
 */
import { expect, it } from "vitest";
import { z } from "zod";
import { type OperationId, operationIds, specOf } from "../../src/contract/contract.ts";

const folder = "rootFolderCode*? folderPath*?";
const user = "userType* userCode* corpCode?";
const personal =
  "account*? name*? loginValidation? employeeNumber? gender? englishName? idCardNumber? birthDate? phoneNumber? " +
  "businessCard? hireDate? email? emailEx?";
const chunk = "Id* FileName* Length* ChunkFile* ChunkSize* ChunkTotalCount* ChunkNumber*";
const punches = "dateRange* timeZoneId*? queryPunchHistoryType*?";
const search = "user* formCode? keyword? dateRange pageOptions*";
const stored = `${folder} uploadBy document* isCADFile* docProperty*`;
const ending = `${folder} docName*? reason*?`;

/** `*` marks a property that must be present, `?` one that may be null by the specification. */
const bodies: Partial<Record<OperationId, string>> = {
  A1: user,
  A2: "user* startTime? endTime*",
  A3: "user* id*",
  A4: user,
  A5: "user* formId? from* to* priority*",
  A6: "user* id*",
  D2: "parentCode? code*? deptLevelCode*? name*? active*? description?",
  D3: "originalCode*? code*? name*? deptLevelCode*? description?",
  D4: "code*? active*",
  D7: "parentCode? code*? seq*?",
  D8: "batchMove*?",
  D12: "code*? manager*",
  V2: "code*? name*? active?",
  V3: "originalCode*? code*? name*?",
  V4: "code*? seq*?",
  V5: "code*? active*?",
  E6: "user* locked*?",
  E7: "user* active*?",
  E8: "user* expiredTime*?",
  E9: "user* resignationDate*?",
  E10: user,
  E11: `${personal} user*`,
  E12: `${personal} expiredTime? depts?`,
  E13: "user* deptCode*? supervisorType*? supervisor",
  E14: "user* depts*?",
  E15: "user* mainDept*",
  J1: "originalCategory*? category*?",
  J2: "category*? seq*?",
  J5: "code*? categoryName*? jobFunc*? active*?",
  J6: "originalCode*? code*? jobFunc*?",
  J7: "code*? categoryName*? seq*?",
  J8: "code*? active*?",
  T2: "code*? title*? rank* seq? active*?",
  T3: "originalCode*? code*? title*?",
  T4: "code*? rank? seq?",
  T5: "code*? active*?",
  P1: "",
  F1: "applyAccount* deptCode*? fields*? opinion? urgent? attachFiles? customData? callBackUrl?",
  F2: "traceId*?",
  F8c: `${search} taskStatus* dateRangeType?`,
  F8d: `${search} taskStatus?`,
  F9: "user* formNo*? reason*?",
  F10: "user* nodeId*",
  F11: "user* nodeId* opinion*?",
  L3: folder,
  L4: folder,
  L5: `${folder} newName*?`,
  L6: folder,
  L7: `${folder} readers*?`,
  L8: `${folder} pageOptions*`,
  L9: `${folder} documentNames*?`,
  L10: `${folder} documents*? duplicateAction*`,
  L11: `${folder} fileName*?`,
  L14: folder,
  L15: folder,
  L16: `${folder} newName*?`,
  L17: folder,
  L18: `${folder} docName*?`,
  L19: stored,
  L20: `${stored} originalDocName*?`,
  L21: ending,
  L22: ending,
  K1: `${punches} user*`,
  K2: `${punches} deptCode*? includeSubDept?`,
  S1: "code? status* dateRange",
  S2: "sourceQueCode*? newTopic? topicMode? startTime* endTime* surveyUsers?",
  N1: "to* title*? message*?",
  U2: "keyword? applicant_Date_From? applicant_Date_To?",
  U4: "formSn* status* reason?",
  U5: `${folder} pageOptions*`,
  U6: `${folder} documentNames*?`,
  U7: `${folder} documents* duplicateAction*`,
  U8: `${folder} fileName*?`,
  U11: folder,
  U12: folder,
  U13: folder,
  UP1: chunk,
  UP2: "fileName*? url*?",
  UP3: "fileName*? base64Content*?",
  U14: chunk,
  U15: "fileName*? url*?",
  U16: "fileName*? base64Content*?",
};

const property = "name docSerial docVersion publishDept applyDept startTime endTime summary memo";

/** The records inside bodies. Only where the specification is silent, a property of theirs is required. */
const nested: Readonly<Record<string, string>> = {
  /** "Whether they are req when UserRef is nested: not shown" (R53). */
  UserRef: user,
  /** "Which fields are req: not shown" (R58). */
  EmplDeptWrite: "code* isMainDept* jobTitleCode jobFuncs",
  /** "Which fields of a batchMove item are req: not shown"; the rule of D8 requires more (R29). */
  BatchMoveItem: "parentCode code seq active",
  DocPropertyAdd: `${property} docVerRule`,
  DocPropertyUpdate: property,
  DeptRef: "code containsChildren isCompany",
  OrgItem: "itemType dept employee jobTitleCode jobFuncCode",
  AgentOfA5: "employee",
  FileRef: "id fileName",
  FieldValue: "code value",
  PageOptions: "page size order by",
  DateRange: "since until",
};

type JsonSchema = {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
};

const schemaOf = (id: OperationId): JsonSchema =>
  z.toJSONSchema(specOf(id).body ?? z.object({}), { io: "input", unrepresentable: "any" }) as JsonSchema;

const mayBeNull = ({ type, anyOf = [] }: JsonSchema): boolean =>
  [type].flat().includes("null") || anyOf.some(mayBeNull);

/** The properties of a record with their marks, in order of name. */
const marked = ({ properties = {}, required = [] }: JsonSchema, withNull: boolean): string[] =>
  Object.entries(properties)
    .map(([name, one]) => `${name}${required.includes(name) ? "*" : ""}${withNull && mayBeNull(one) ? "?" : ""}`)
    .toSorted();

const words = (text: string): string[] => text.split(" ").filter(Boolean).toSorted();

const recordsBelow = ({ properties = {}, items, anyOf = [] }: JsonSchema): JsonSchema[] =>
  [...Object.values(properties), ...(items ? [items] : []), ...anyOf].flatMap((one) => [
    ...(one.properties ? [one] : []),
    ...recordsBelow(one),
  ]);

/** Null is also accepted where the specification does not show it, but only for properties that may be absent (R11). */
const withoutOptionalNull = (names: readonly string[]): string[] =>
  names.map((name) => (name.includes("*") ? name : name.replace("?", "")));

it("has a table for every operation with a body", () => {
  const withBody = operationIds.filter((id) => specOf(id).body !== undefined);
  expect(Object.keys(bodies).toSorted()).toEqual(withBody.toSorted());
});

it.each(Object.keys(bodies) as OperationId[])(
  "%s requires what the specification requires, and permits its nulls",
  (id) => {
    const found = marked(schemaOf(id), true);
    const stated = words(bodies[id] ?? "");
    expect(withoutOptionalNull(found).toSorted()).toEqual(withoutOptionalNull(stated).toSorted());
    expect(stated.filter((name) => name.endsWith("?") && !found.includes(name))).toEqual([]);
  },
);

it("requires in the records inside bodies nothing that the specification lets a caller leave out", () => {
  const tables = new Map(
    Object.entries(nested).map(([name, text]) => [words(text.replaceAll(/[*?]/g, "")).join(), { name, text }]),
  );
  const met = new Set<string>();
  for (const id of Object.keys(bodies) as OperationId[]) {
    for (const record of recordsBelow(schemaOf(id))) {
      const table = tables.get(
        Object.keys(record.properties ?? {})
          .toSorted()
          .join(),
      );
      expect(table, `${id}: a record with ${Object.keys(record.properties ?? {}).join()}`).toBeDefined();
      expect([id, table?.name, ...marked(record, false)]).toEqual([
        id,
        table?.name,
        ...words(table?.text.replaceAll("?", "") ?? ""),
      ]);
      met.add(table?.name ?? "");
    }
  }
  expect([...met].toSorted()).toEqual(Object.keys(nested).toSorted());
});

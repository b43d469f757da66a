/**
 * The client's methods: one per operation, by group. Generated from the contract by `npm run operations`, types included.
 * A method takes `{ params, body }` and resolves to the answer; on failure it rejects with a `CallError`.
 */
import type { Method } from "./request-types.ts";

/** Of a key. */
export type SystemMethods = {
  /** D1 · GET /department · Organization > Department and personnel data. Get all departments of the company. */
  readonly listDepartments: Method<"D1">;
  /** D2 · POST /department · Organization > Department and personnel data. Create department. Owes a permission refresh. */
  readonly createDepartment: Method<"D2">;
  /** D3 · PUT /department · Organization > Department and personnel data. Update department. Owes a permission refresh. */
  readonly updateDepartment: Method<"D3">;
  /** D4 · PUT /department/status · Organization > Department and personnel data. Update department status. Owes a permission refresh. */
  readonly setDepartmentStatus: Method<"D4">;
  /** D5 · GET /department/{code}/{includeSubDept} · Organization > Department and personnel data. Get department, with its subdepartments on request. */
  readonly getDepartment: Method<"D5">;
  /** D6 · DELETE /department/{code} · Organization > Department and personnel data. Delete department. Owes a permission refresh. */
  readonly deleteDepartment: Method<"D6">;
  /** D7 · PUT /department/move · Organization > Department and personnel data. Move department. Owes a permission refresh. */
  readonly moveDepartment: Method<"D7">;
  /** D8 · PUT /department/move/batch · Organization > Department and personnel data. Batch change departments. Owes a permission refresh. */
  readonly changeDepartments: Method<"D8">;
  /** D9 · GET /department/employee/{code}/{includeSubDept} · Organization > Department and personnel data. Get employees of a department. */
  readonly listDepartmentMembers: Method<"D9">;
  /** D10 · GET /department/manager/{code} · Organization > Department and personnel data. Get department manager. */
  readonly getDepartmentManager: Method<"D10">;
  /** D11 · DELETE /department/manager/{code} · Organization > Department and personnel data. Remove department manager. Owes a permission refresh. */
  readonly removeDepartmentManager: Method<"D11">;
  /** D12 · PUT /department/manager · Organization > Department and personnel data. Update department manager. Owes a permission refresh. */
  readonly setDepartmentManager: Method<"D12">;
  /** V1 · GET /deptlevel · Organization > Department and personnel data. Get department levels. */
  readonly listDepartmentLevels: Method<"V1">;
  /** V2 · POST /deptlevel · Organization > Department and personnel data. Create department level, placed last. Owes a permission refresh. */
  readonly createDepartmentLevel: Method<"V2">;
  /** V3 · PUT /deptlevel · Organization > Department and personnel data. Update department level. Owes a permission refresh. */
  readonly updateDepartmentLevel: Method<"V3">;
  /** V4 · PUT /deptlevel/seq · Organization > Department and personnel data. Update department level order. Owes a permission refresh. */
  readonly setDepartmentLevelOrder: Method<"V4">;
  /** V5 · PUT /deptlevel/status · Organization > Department and personnel data. Update department level status. Owes a permission refresh. */
  readonly setDepartmentLevelStatus: Method<"V5">;
  /** V6 · DELETE /deptlevel/{code} · Organization > Department and personnel data. Delete department level. Owes a permission refresh. */
  readonly deleteDepartmentLevel: Method<"V6">;
  /** E1 · GET /department/employee · Organization > Department and personnel data. Get all employees of the company. */
  readonly listEmployees: Method<"E1">;
  /** E2 · GET /employee/{userType}/{userCode} · Organization > Department and personnel data. Get employee. */
  readonly getEmployee: Method<"E2">;
  /** E3 · GET /employee/{userType}/{userCode}/{corpCode} · Organization > Department and personnel data. Get cross-company employee. */
  readonly getCrossCompanyEmployee: Method<"E3">;
  /** E4 · GET /employee/dept/{userType}/{userCode} · Organization > Department and personnel data. Get departments of an employee. */
  readonly listEmployeePosts: Method<"E4">;
  /** E5 · GET /employee/dept/{userType}/{userCode}/{corpCode} · Organization > Department and personnel data. Get departments of a cross-company employee. */
  readonly listCrossCompanyEmployeePosts: Method<"E5">;
  /** E6 · PUT /employee/lock · Organization > Department and personnel data. Lock or unlock employee. Owes a permission refresh. */
  readonly setEmployeeLock: Method<"E6">;
  /** E7 · PUT /employee/status · Organization > Department and personnel data. Update employee status. Owes a permission refresh. */
  readonly setEmployeeStatus: Method<"E7">;
  /** E8 · PUT /employee/expired · Organization > Department and personnel data. Update employee account expiry. Owes a permission refresh. */
  readonly setEmployeeExpiry: Method<"E8">;
  /** E9 · PUT /employee/resignation · Organization > Department and personnel data. Update employee resignation date. Owes a permission refresh. */
  readonly setEmployeeResignation: Method<"E9">;
  /** E10 · DELETE /employee · Organization > Department and personnel data. Delete employee. Owes a permission refresh. */
  readonly deleteEmployee: Method<"E10">;
  /** E11 · PUT /employee · Organization > Department and personnel data. Update employee data. Owes a permission refresh. */
  readonly updateEmployee: Method<"E11">;
  /** E12 · POST /employee · Organization > Department and personnel data. Create employee. Owes a permission refresh. */
  readonly createEmployee: Method<"E12">;
  /** E13 · PUT /employee/supervisor · Organization > Department and personnel data. Update approving supervisor of an employee department. Owes a permission refresh. */
  readonly setEmployeeSupervisor: Method<"E13">;
  /** E14 · PUT /employee/dept · Organization > Department and personnel data. Update company posts of an employee. Owes a permission refresh. */
  readonly setEmployeePosts: Method<"E14">;
  /** E15 · PUT /employee/dept/main · Organization > Department and personnel data. Update main department of an employee. Owes a permission refresh. */
  readonly setEmployeeMainDepartment: Method<"E15">;
  /** J1 · PUT /jobfunc/category · Organization > Department and personnel data. Update job function category. Owes a permission refresh. */
  readonly updateJobFunctionCategory: Method<"J1">;
  /** J2 · PUT /jobfunc/category/seq · Organization > Department and personnel data. Update job function category order. Owes a permission refresh. */
  readonly setJobFunctionCategoryOrder: Method<"J2">;
  /** J3 · DELETE /jobfunc/category/{name} · Organization > Department and personnel data. Delete job function category. Owes a permission refresh. */
  readonly deleteJobFunctionCategory: Method<"J3">;
  /** J4 · GET /jobfunc · Organization > Department and personnel data. Get job functions. */
  readonly listJobFunctions: Method<"J4">;
  /** J5 · POST /jobfunc · Organization > Department and personnel data. Create job function. Owes a permission refresh. */
  readonly createJobFunction: Method<"J5">;
  /** J6 · PUT /jobfunc · Organization > Department and personnel data. Update job function. Owes a permission refresh. */
  readonly updateJobFunction: Method<"J6">;
  /** J7 · PUT /jobfunc/seq · Organization > Department and personnel data. Update job function order. Owes a permission refresh. */
  readonly setJobFunctionOrder: Method<"J7">;
  /** J8 · PUT /jobfunc/status · Organization > Department and personnel data. Update job function status. Owes a permission refresh. */
  readonly setJobFunctionStatus: Method<"J8">;
  /** J9 · DELETE /jobfunc/{code} · Organization > Department and personnel data. Delete job function. Owes a permission refresh. */
  readonly deleteJobFunction: Method<"J9">;
  /** T1 · GET /jobtitle · Organization > Department and personnel data. Get job titles. */
  readonly listJobTitles: Method<"T1">;
  /** T2 · POST /jobtitle · Organization > Department and personnel data. Create job title. Owes a permission refresh. */
  readonly createJobTitle: Method<"T2">;
  /** T3 · PUT /jobtitle · Organization > Department and personnel data. Update job title. Owes a permission refresh. */
  readonly updateJobTitle: Method<"T3">;
  /** T4 · PUT /jobtitle/seq · Organization > Department and personnel data. Update job title order. Owes a permission refresh. */
  readonly setJobTitleOrder: Method<"T4">;
  /** T5 · PUT /jobtitle/status · Organization > Department and personnel data. Update job title status. Owes a permission refresh. */
  readonly setJobTitleStatus: Method<"T5">;
  /** T6 · DELETE /jobtitle/{code} · Organization > Department and personnel data. Delete job title. Owes a permission refresh. */
  readonly deleteJobTitle: Method<"T6">;
  /** P1 · POST /permission/update · Organization > Department and personnel data. Update permission data. */
  readonly refreshPermissions: Method<"P1">;
  /** A1 · POST /agent/settings · Organization > Agent settings. Get agent data of a person. */
  readonly getAgentSettings: Method<"A1">;
  /** A2 · POST /agent/time · Organization > Agent settings. Add agent time. Owes a permission refresh. */
  readonly addAgentTime: Method<"A2">;
  /** A3 · DELETE /agent/time · Organization > Agent settings. Delete agent time. Owes a permission refresh. */
  readonly deleteAgentTime: Method<"A3">;
  /** A4 · POST /agent/forms · Organization > Agent settings. Get the forms a person can have an agent for. */
  readonly listAgentForms: Method<"A4">;
  /** A5 · POST /agent/user · Organization > Agent settings. Add agent. Owes a permission refresh. */
  readonly addAgent: Method<"A5">;
  /** A6 · DELETE /agent/user · Organization > Agent settings. Delete agent. Owes a permission refresh. */
  readonly deleteAgent: Method<"A6">;
  /** F1 · POST /form/apply/{formCodeOrId} · Forms > Initiate / approve. Initiate a form from an external system. */
  readonly initiateForm: Method<"F1">;
  /** F2 · POST /form/apply/trace · Forms > Initiate / approve. Query the result of an external initiation. */
  readonly getInitiationResult: Method<"F2">;
  /** F3 · GET /extconn/{userType}/{userCode} · Other > External connections. Get external connection settings. */
  readonly getExternalConnection: Method<"F3">;
  /** F4 · GET /extconn/{userType}/{userCode}/{corpCode} · Other > External connections. Get external connection settings of a cross-company part-time employee. */
  readonly getCrossCompanyExternalConnection: Method<"F4">;
  /** F5 · GET /form/apply/{userType}/{userCode} · Forms > Form information. Get forms a user may apply for. */
  readonly listApplicableForms: Method<"F5">;
  /** F6 · GET /form/apply/{userType}/{userCode}/{corpCode} · Forms > Form information. Get forms a cross-company part-time user may apply for. */
  readonly listCrossCompanyApplicableForms: Method<"F6">;
  /** F7 · GET /form/all · Forms > Form information. Get all forms of the company. */
  readonly listForms: Method<"F7">;
  /** F8 · GET /form/fields/{formCodeOrId} · Forms > Form information. Get field design of a form. */
  readonly getFormFields: Method<"F8">;
  /** F8b · GET /form/task/content/{formSn} · Forms > Document content (designated documents only). Get document content. */
  readonly getFormDocument: Method<"F8b">;
  /** F8c · POST /form/search/task/apply · Forms > Document list. Search documents the user applied for. */
  readonly searchAppliedDocuments: Method<"F8c">;
  /** F8d · POST /form/search/task/todo · Forms > Document list. Search documents pending for the user. */
  readonly searchPendingDocuments: Method<"F8d">;
  /** F9 · PUT /form/task/cancel · Forms > Document list. Void a form. */
  readonly voidForm: Method<"F9">;
  /** F10 · POST /form/task/sign · Forms > Initiate / approve. Approve. */
  readonly approveTask: Method<"F10">;
  /** F11 · POST /form/task/reject · Forms > Initiate / approve. Reject. */
  readonly rejectTask: Method<"F11">;
  /** L1 · GET /folder/root · Document center > Manage document libraries (designated libraries only). Get library list. */
  readonly listLibraries: Method<"L1">;
  /** L2 · GET /folder/list/{rootCode} · Document center > Manage document libraries (designated libraries only). Get subfolders under a library. */
  readonly listSubfolders: Method<"L2">;
  /** L3 · POST /folder · Document center > Manage document libraries (designated libraries only). Create folder, with every missing folder above it. */
  readonly createFolder: Method<"L3">;
  /** L4 · DELETE /folder · Document center > Manage document libraries (designated libraries only). Delete folder; what is in it goes to the trash. */
  readonly deleteFolder: Method<"L4">;
  /** L5 · PUT /folder/rename · Document center > Manage document libraries (designated libraries only). Rename folder. */
  readonly renameFolder: Method<"L5">;
  /** L6 · POST /folder/permission/view · Document center > Manage document libraries (designated libraries only). Get folder permission. */
  readonly getFolderPermission: Method<"L6">;
  /** L7 · PUT /folder/permission · Document center > Manage document libraries (designated libraries only). Update folder permission. */
  readonly updateFolderPermission: Method<"L7">;
  /** L8 · POST /doc/list · Document center > Manage document libraries (designated libraries only). List documents in a folder. */
  readonly listDocuments: Method<"L8">;
  /** L9 · POST /doc/exist · Document center > Manage document libraries (designated libraries only). Check whether file names exist. */
  readonly checkFileNames: Method<"L9">;
  /** L10 · POST /doc · Document center > Manage document libraries (designated libraries only). Add uploaded files to a folder. */
  readonly addDocuments: Method<"L10">;
  /** L11 · DELETE /doc · Document center > Manage document libraries (designated libraries only). Delete document. */
  readonly deleteDocument: Method<"L11">;
  /** L12 · GET /iso/folder/root · Document center > Manage document libraries (designated libraries only). Get library list. */
  readonly listControlledLibraries: Method<"L12">;
  /** L13 · GET /iso/folder/list/{rootCode} · Document center > Manage document libraries (designated libraries only). Get subfolders of a library. */
  readonly listControlledSubfolders: Method<"L13">;
  /** L14 · POST /iso/folder · Document center > Manage document libraries (designated libraries only). Create folder, with every missing folder above it. */
  readonly createControlledFolder: Method<"L14">;
  /** L15 · DELETE /iso/folder · Document center > Manage document libraries (designated libraries only). Delete an empty folder. */
  readonly deleteControlledFolder: Method<"L15">;
  /** L16 · PUT /iso/folder/rename · Document center > Manage document libraries (designated libraries only). Rename folder. */
  readonly renameControlledFolder: Method<"L16">;
  /** L17 · POST /iso/doc/rule/new · Document center > Manage document libraries (designated libraries only). Get version rules for a new document. */
  readonly listNewDocumentRules: Method<"L17">;
  /** L18 · POST /iso/doc/rule/current · Document center > Manage document libraries (designated libraries only). Get version rules for a version change. */
  readonly listVersionRules: Method<"L18">;
  /** L19 · POST /iso/doc · Document center > Manage document libraries (designated libraries only). Add controlled document. */
  readonly addControlledDocument: Method<"L19">;
  /** L20 · PUT /iso/doc · Document center > Manage document libraries (designated libraries only). Update existing document (new version). */
  readonly addDocumentVersion: Method<"L20">;
  /** L21 · DELETE /iso/doc/cancel · Document center > Manage document libraries (designated libraries only). Void controlled document. */
  readonly voidControlledDocument: Method<"L21">;
  /** L22 · DELETE /iso/doc/destroy · Document center > Manage document libraries (designated libraries only). Destroy controlled document. */
  readonly destroyControlledDocument: Method<"L22">;
  /** K1 · POST /punch/personal/history · Punch > Punch records. Get personal punch records. */
  readonly listPunchRecords: Method<"K1">;
  /** K2 · POST /punch/dept/history · Punch > Punch records. Get punch records of department employees. */
  readonly listDepartmentPunchRecords: Method<"K2">;
  /** S1 · POST /que/list · Survey > Survey management (designated survey categories only). Get survey list. */
  readonly listSurveys: Method<"S1">;
  /** S2 · POST /que/publish/clone · Survey > Survey management (designated survey categories only). Copy and publish a survey. */
  readonly copySurvey: Method<"S2">;
  /** N1 · POST /personal · Other > Notifications. Send personal notification. */
  readonly sendNotification: Method<"N1">;
  /** UP1 · POST /upload/chunk · any permission. Upload a file in chunks. */
  readonly uploadChunk: Method<"UP1">;
  /** UP2 · POST /upload/link · any permission. Upload by file link. */
  readonly uploadLink: Method<"UP2">;
  /** UP3 · POST /upload/base64 · any permission. Upload by base64. */
  readonly uploadBase64: Method<"UP3">;
};

/** On behalf of the user of a token. */
export type UserMethods = {
  /** U1 · GET /profile · System > Read personal profile. Get personal profile. */
  readonly getProfile: Method<"U1">;
  /** U2 · POST /tasks · Forms > Read personal pending list. Get personal pending workflow list. */
  readonly listPendingTasks: Method<"U2">;
  /** U3 · GET /form/{formSn} · Forms > Read document content. Get workflow document detail. */
  readonly getWorkflowDocument: Method<"U3">;
  /** U4 · POST /form/sign · Forms > Approve forms. Sign a workflow document. */
  readonly signWorkflowDocument: Method<"U4">;
  /** U5 · POST /doc/list · Document center > Read directories / documents. List documents in a folder. */
  readonly listDocuments: Method<"U5">;
  /** U6 · POST /doc/exist · Document center > Manage documents. Check whether file names already exist in a folder. */
  readonly checkFileNames: Method<"U6">;
  /** U7 · POST /doc · Document center > Manage documents. Add uploaded files to a folder. */
  readonly addDocuments: Method<"U7">;
  /** U8 · DELETE /doc · Document center > Manage documents. Delete a document. */
  readonly deleteDocument: Method<"U8">;
  /** U9 · GET /folder/root · Document center > Read directories / documents. Get library list. */
  readonly listLibraries: Method<"U9">;
  /** U10 · GET /folder/list/{rootCode} · Document center > Read directories / documents. Get subfolders under a library. */
  readonly listSubfolders: Method<"U10">;
  /** U11 · POST /folder · Document center > Manage documents. Create folder, with every missing folder above it. */
  readonly createFolder: Method<"U11">;
  /** U12 · DELETE /folder · Document center > Manage documents. Delete folder; what is in it goes to the trash. */
  readonly deleteFolder: Method<"U12">;
  /** U13 · POST /folder/info · Document center > Read directories / documents. Get folder information. */
  readonly getFolder: Method<"U13">;
  /** U14 · POST /upload/chunk · any permission. Upload a file in chunks. */
  readonly uploadChunk: Method<"U14">;
  /** U15 · POST /upload/link · any permission. Upload by file link. */
  readonly uploadLink: Method<"U15">;
  /** U16 · POST /upload/base64 · any permission. Upload by base64. */
  readonly uploadBase64: Method<"U16">;
};

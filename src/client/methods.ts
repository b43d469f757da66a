/**
 * The client's methods: one per operation, by group. Generated from the contract by `npm run operations`, types included.
 * A method takes `{ params, body }` and resolves to the answer; on failure it rejects with a `CallError`.
 */
import type { Method } from "./request-types.ts";

/**
 * The operations that a key may call. Each rejects with a `CallError`: `target-unauthorized`, `target-misconfigured`,
 * `target-unavailable`, `response-incomplete`, `response-unexpected`; a write also `target-refused` (the service refuses it)
 * and `target-no-answer` (it may have acted).
 */
export type SystemMethods = {
  /** D1 · `GET /department` · Organization > Department and personnel data. Get all departments of the company. Gives `{ parentCode?: string, code: string, deptLevelCode?: string, name?: string, description?: string, active?: boolean, seq?: number }[]`. */
  readonly listDepartments: Method<"D1">;
  /** D2 · `POST /department` · Organization > Department and personnel data. Create department. A permission refresh must follow. Takes `{ body: { parentCode?: string, code: string, deptLevelCode: string, name: string, active: boolean, description?: string } }`. Gives `{ parentCode?: string, code: string, deptLevelCode?: string, name?: string, description?: string, active?: boolean, seq?: number }`. */
  readonly createDepartment: Method<"D2">;
  /** D3 · `PUT /department` · Organization > Department and personnel data. Update department. A permission refresh must follow. Takes `{ body: { originalCode: string, code: string, name: string, deptLevelCode: string, description?: string } }`. Gives `{ parentCode?: string, code: string, deptLevelCode?: string, name?: string, description?: string, active?: boolean, seq?: number }`. */
  readonly updateDepartment: Method<"D3">;
  /** D4 · `PUT /department/status` · Organization > Department and personnel data. Update department status. A permission refresh must follow. Takes `{ body: { code: string, active: boolean } }`. Gives `{ parentCode?: string, code: string, deptLevelCode?: string, name?: string, description?: string, active?: boolean, seq?: number }`. */
  readonly setDepartmentStatus: Method<"D4">;
  /** D5 · `GET /department/{code}/{includeSubDept}` · Organization > Department and personnel data. Get department, with its subdepartments on request. Takes `{ params: { code: string, includeSubDept: "true" | "false" } }`. Gives `{ parentCode?: string, code: string, deptLevelCode?: string, name?: string, description?: string, active?: boolean, seq?: number }[]`. */
  readonly getDepartment: Method<"D5">;
  /** D6 · `DELETE /department/{code}` · Organization > Department and personnel data. Delete department. A permission refresh must follow. Takes `{ params: { code: string } }`. */
  readonly deleteDepartment: Method<"D6">;
  /** D7 · `PUT /department/move` · Organization > Department and personnel data. Move department. A permission refresh must follow. Takes `{ body: { parentCode?: string, code: string, seq: number } }`. */
  readonly moveDepartment: Method<"D7">;
  /** D8 · `PUT /department/move/batch` · Organization > Department and personnel data. Batch change departments. A permission refresh must follow. Takes `{ body: { batchMove: { parentCode?: string, code?: string, seq?: number, active?: boolean }[] } }`. Gives `{ enableDept: string[], disableDept: string[], disableEmplOfAccount: string[], disableEmplOfEmployeeNumber: string[], removeSubDeptEmpl: { … }[] }`. */
  readonly changeDepartments: Method<"D8">;
  /** D9 · `GET /department/employee/{code}/{includeSubDept}` · Organization > Department and personnel data. Get employees of a department. Takes `{ params: { code: string, includeSubDept: "true" | "false" } }`. Gives `{ account: string, name?: string, loginValidation?: string[], employeeNumber?: string, englishName?: string, idCardNumber?: string, phoneNumber?: string, businessCard?: string, email?: string, emailEx?: string, gender?: string, birthDate?: string, hireDate?: string, expiredTime?: string, active?: boolean, locked?: boolean }[]`. */
  readonly listDepartmentMembers: Method<"D9">;
  /** D10 · `GET /department/manager/{code}` · Organization > Department and personnel data. Get department manager. Takes `{ params: { code: string } }`. Gives `{ account: string, name?: string, loginValidation?: string[], employeeNumber?: string, englishName?: string, idCardNumber?: string, phoneNumber?: string, businessCard?: string, email?: string, emailEx?: string, gender?: string, birthDate?: string, hireDate?: string, expiredTime?: string, active?: boolean, locked?: boolean }`, or null where there is none. */
  readonly getDepartmentManager: Method<"D10">;
  /** D11 · `DELETE /department/manager/{code}` · Organization > Department and personnel data. Remove department manager. A permission refresh must follow. Takes `{ params: { code: string } }`. */
  readonly removeDepartmentManager: Method<"D11">;
  /** D12 · `PUT /department/manager` · Organization > Department and personnel data. Update department manager. A permission refresh must follow. Takes `{ body: { code: string, manager: { userType: 0 | 1, userCode: string, corpCode?: string } } }`. */
  readonly setDepartmentManager: Method<"D12">;
  /** V1 · `GET /deptlevel` · Organization > Department and personnel data. Get department levels. Gives `{ seq?: number, code: string, name?: string, active?: boolean }[]`. */
  readonly listDepartmentLevels: Method<"V1">;
  /** V2 · `POST /deptlevel` · Organization > Department and personnel data. Create department level, placed last. A permission refresh must follow. Takes `{ body: { code: string, name: string, active?: boolean } }`. Gives `{ seq?: number, code: string, name?: string, active?: boolean }`. */
  readonly createDepartmentLevel: Method<"V2">;
  /** V3 · `PUT /deptlevel` · Organization > Department and personnel data. Update department level. A permission refresh must follow. Takes `{ body: { originalCode: string, code: string, name: string } }`. Gives `{ seq?: number, code: string, name?: string, active?: boolean }`. */
  readonly updateDepartmentLevel: Method<"V3">;
  /** V4 · `PUT /deptlevel/seq` · Organization > Department and personnel data. Update department level order. A permission refresh must follow. Takes `{ body: { code: string, seq: number } }`. Gives `{ seq?: number, code: string, name?: string, active?: boolean }`. */
  readonly setDepartmentLevelOrder: Method<"V4">;
  /** V5 · `PUT /deptlevel/status` · Organization > Department and personnel data. Update department level status. A permission refresh must follow. Takes `{ body: { code: string, active: boolean } }`. Gives `{ seq?: number, code: string, name?: string, active?: boolean }`. */
  readonly setDepartmentLevelStatus: Method<"V5">;
  /** V6 · `DELETE /deptlevel/{code}` · Organization > Department and personnel data. Delete department level. A permission refresh must follow. Takes `{ params: { code: string } }`. */
  readonly deleteDepartmentLevel: Method<"V6">;
  /** E1 · `GET /department/employee` · Organization > Department and personnel data. Get all employees of the company. Gives `{ account: string, name?: string, loginValidation?: string[], employeeNumber?: string, englishName?: string, idCardNumber?: string, phoneNumber?: string, businessCard?: string, email?: string, emailEx?: string, gender?: string, birthDate?: string, hireDate?: string, expiredTime?: string, active?: boolean, locked?: boolean }[]`. */
  readonly listEmployees: Method<"E1">;
  /** E2 · `GET /employee/{userType}/{userCode}` · Organization > Department and personnel data. Get employee. Takes `{ params: { userType: "0" | "1", userCode: string } }`. Gives `{ account: string, name?: string, loginValidation?: string[], employeeNumber?: string, englishName?: string, idCardNumber?: string, phoneNumber?: string, businessCard?: string, email?: string, emailEx?: string, gender?: string, birthDate?: string, hireDate?: string, expiredTime?: string, active?: boolean, locked?: boolean }`, or null where there is none. */
  readonly getEmployee: Method<"E2">;
  /** E3 · `GET /employee/{userType}/{userCode}/{corpCode}` · Organization > Department and personnel data. Get cross-company employee. Takes `{ params: { userType: "0" | "1", userCode: string, corpCode: string } }`. Gives `{ account: string, name?: string, loginValidation?: string[], employeeNumber?: string, englishName?: string, idCardNumber?: string, phoneNumber?: string, businessCard?: string, email?: string, emailEx?: string, gender?: string, birthDate?: string, hireDate?: string, expiredTime?: string, active?: boolean, locked?: boolean }`, or null where there is none. */
  readonly getCrossCompanyEmployee: Method<"E3">;
  /** E4 · `GET /employee/dept/{userType}/{userCode}` · Organization > Department and personnel data. Get departments of an employee. Takes `{ params: { userType: "0" | "1", userCode: string } }`. Gives `{ depts: { … }[] }`. */
  readonly listEmployeePosts: Method<"E4">;
  /** E5 · `GET /employee/dept/{userType}/{userCode}/{corpCode}` · Organization > Department and personnel data. Get departments of a cross-company employee. Takes `{ params: { userType: "0" | "1", userCode: string, corpCode: string } }`. Gives `{ depts: { … }[] }`. */
  readonly listCrossCompanyEmployeePosts: Method<"E5">;
  /** E6 · `PUT /employee/lock` · Organization > Department and personnel data. Lock or unlock employee. A permission refresh must follow. Takes `{ body: { user: { userType: 0 | 1, userCode: string, corpCode?: string }, locked: boolean } }`. */
  readonly setEmployeeLock: Method<"E6">;
  /** E7 · `PUT /employee/status` · Organization > Department and personnel data. Update employee status. A permission refresh must follow. Takes `{ body: { user: { userType: 0 | 1, userCode: string, corpCode?: string }, active: boolean } }`. */
  readonly setEmployeeStatus: Method<"E7">;
  /** E8 · `PUT /employee/expired` · Organization > Department and personnel data. Update employee account expiry. A permission refresh must follow. Takes `{ body: { user: { userType: 0 | 1, userCode: string, corpCode?: string }, expiredTime: string } }`. */
  readonly setEmployeeExpiry: Method<"E8">;
  /** E9 · `PUT /employee/resignation` · Organization > Department and personnel data. Update employee resignation date. A permission refresh must follow. Takes `{ body: { user: { userType: 0 | 1, userCode: string, corpCode?: string }, resignationDate: string } }`. */
  readonly setEmployeeResignation: Method<"E9">;
  /** E10 · `DELETE /employee` · Organization > Department and personnel data. Delete employee. A permission refresh must follow. Takes `{ body: { userType: 0 | 1, userCode: string, corpCode?: string } }`. */
  readonly deleteEmployee: Method<"E10">;
  /** E11 · `PUT /employee` · Organization > Department and personnel data. Update employee data. A permission refresh must follow. Takes `{ body: { account: string, name: string, loginValidation?: string[], employeeNumber?: string, englishName?: string, idCardNumber?: string, phoneNumber?: string, businessCard?: string, email?: string, emailEx?: string, gender?: "Male" | "Female" | "Other", birthDate?: string, hireDate?: string, user: { userType: 0 | 1, userCode: string, corpCode?: string } } }`. */
  readonly updateEmployee: Method<"E11">;
  /** E12 · `POST /employee` · Organization > Department and personnel data. Create employee. A permission refresh must follow. Takes `{ body: { account: string, name: string, loginValidation?: string[], employeeNumber?: string, englishName?: string, idCardNumber?: string, phoneNumber?: string, businessCard?: string, email?: string, emailEx?: string, gender?: "Male" | "Female" | "Other", birthDate?: string, hireDate?: string, expiredTime?: string, depts?: { code: string, isMainDept: boolean, jobTitleCode?: string, jobFuncs?: string[] }[] } }`. */
  readonly createEmployee: Method<"E12">;
  /** E13 · `PUT /employee/supervisor` · Organization > Department and personnel data. Update approving supervisor of an employee department. A permission refresh must follow. Takes `{ body: { user: { userType: 0 | 1, userCode: string, corpCode?: string }, deptCode: string, supervisorType: 0 | 1, supervisor?: { userType: 0 | 1, userCode: string, corpCode?: string } } }`. */
  readonly setEmployeeSupervisor: Method<"E13">;
  /** E14 · `PUT /employee/dept` · Organization > Department and personnel data. Update company posts of an employee. A permission refresh must follow. Takes `{ body: { user: { userType: 0 | 1, userCode: string, corpCode?: string }, depts: { code: string, isMainDept: boolean, jobTitleCode?: string, jobFuncs?: string[] }[] } }`. */
  readonly setEmployeePosts: Method<"E14">;
  /** E15 · `PUT /employee/dept/main` · Organization > Department and personnel data. Update main department of an employee. A permission refresh must follow. Takes `{ body: { user: { userType: 0 | 1, userCode: string, corpCode?: string }, mainDept: { code: string, isMainDept: boolean, jobTitleCode?: string, jobFuncs?: string[] } } }`. */
  readonly setEmployeeMainDepartment: Method<"E15">;
  /** J1 · `PUT /jobfunc/category` · Organization > Department and personnel data. Update job function category. A permission refresh must follow. Takes `{ body: { originalCategory: string, category: string } }`. Gives `{ name: string, seq?: number }`. */
  readonly updateJobFunctionCategory: Method<"J1">;
  /** J2 · `PUT /jobfunc/category/seq` · Organization > Department and personnel data. Update job function category order. A permission refresh must follow. Takes `{ body: { category: string, seq: number } }`. Gives `{ name: string, seq?: number }`. */
  readonly setJobFunctionCategoryOrder: Method<"J2">;
  /** J3 · `DELETE /jobfunc/category/{name}` · Organization > Department and personnel data. Delete job function category. A permission refresh must follow. Takes `{ params: { name: string } }`. */
  readonly deleteJobFunctionCategory: Method<"J3">;
  /** J4 · `GET /jobfunc` · Organization > Department and personnel data. Get job functions. Gives `{ categoryName?: string, code: string, jobFunc?: string, active?: boolean, seq?: number }[][]`. */
  readonly listJobFunctions: Method<"J4">;
  /** J5 · `POST /jobfunc` · Organization > Department and personnel data. Create job function. A permission refresh must follow. Takes `{ body: { code: string, categoryName: string, jobFunc: string, active: boolean } }`. Gives `{ categoryName?: string, code: string, jobFunc?: string, active?: boolean, seq?: number }`. */
  readonly createJobFunction: Method<"J5">;
  /** J6 · `PUT /jobfunc` · Organization > Department and personnel data. Update job function. A permission refresh must follow. Takes `{ body: { originalCode: string, code: string, jobFunc: string } }`. Gives `{ categoryName?: string, code: string, jobFunc?: string, active?: boolean, seq?: number }`. */
  readonly updateJobFunction: Method<"J6">;
  /** J7 · `PUT /jobfunc/seq` · Organization > Department and personnel data. Update job function order. A permission refresh must follow. Takes `{ body: { code: string, categoryName: string, seq: number } }`. Gives `{ categoryName?: string, code: string, jobFunc?: string, active?: boolean, seq?: number }`. */
  readonly setJobFunctionOrder: Method<"J7">;
  /** J8 · `PUT /jobfunc/status` · Organization > Department and personnel data. Update job function status. A permission refresh must follow. Takes `{ body: { code: string, active: boolean } }`. Gives `{ categoryName?: string, code: string, jobFunc?: string, active?: boolean, seq?: number }`. */
  readonly setJobFunctionStatus: Method<"J8">;
  /** J9 · `DELETE /jobfunc/{code}` · Organization > Department and personnel data. Delete job function. A permission refresh must follow. Takes `{ params: { code: string } }`. */
  readonly deleteJobFunction: Method<"J9">;
  /** T1 · `GET /jobtitle` · Organization > Department and personnel data. Get job titles. Gives `{ seq?: number, rank?: number, code: string, title?: string, active?: boolean }[][]`. */
  readonly listJobTitles: Method<"T1">;
  /** T2 · `POST /jobtitle` · Organization > Department and personnel data. Create job title. A permission refresh must follow. Takes `{ body: { code: string, title: string, rank: number, seq?: number, active: boolean } }`. Gives `{ seq?: number, rank?: number, code: string, title?: string, active?: boolean }`. */
  readonly createJobTitle: Method<"T2">;
  /** T3 · `PUT /jobtitle` · Organization > Department and personnel data. Update job title. A permission refresh must follow. Takes `{ body: { originalCode: string, code: string, title: string } }`. Gives `{ seq?: number, rank?: number, code: string, title?: string, active?: boolean }`. */
  readonly updateJobTitle: Method<"T3">;
  /** T4 · `PUT /jobtitle/seq` · Organization > Department and personnel data. Update job title order. A permission refresh must follow. Takes `{ body: { code: string, rank?: number, seq?: number } }`. Gives `{ seq?: number, rank?: number, code: string, title?: string, active?: boolean }`. */
  readonly setJobTitleOrder: Method<"T4">;
  /** T5 · `PUT /jobtitle/status` · Organization > Department and personnel data. Update job title status. A permission refresh must follow. Takes `{ body: { code: string, active: boolean } }`. Gives `{ seq?: number, rank?: number, code: string, title?: string, active?: boolean }`. */
  readonly setJobTitleStatus: Method<"T5">;
  /** T6 · `DELETE /jobtitle/{code}` · Organization > Department and personnel data. Delete job title. A permission refresh must follow. Takes `{ params: { code: string } }`. */
  readonly deleteJobTitle: Method<"T6">;
  /** P1 · `POST /permission/update` · Organization > Department and personnel data. Update permission data. Takes `{ body: {  } }`. */
  readonly refreshPermissions: Method<"P1">;
  /** A1 · `POST /agent/settings` · Organization > Agent settings. Get agent data of a person. Takes `{ body: { userType: 0 | 1, userCode: string, corpCode?: string } }`. Gives `{ agentTimes: { … }[], agentUsers: { … }[] }`. */
  readonly getAgentSettings: Method<"A1">;
  /** A2 · `POST /agent/time` · Organization > Agent settings. Add agent time. A permission refresh must follow. Takes `{ body: { user: { userType: 0 | 1, userCode: string, corpCode?: string }, startTime?: string, endTime: string } }`. Gives `{ id: string, startTime: string, endTime: string, status: number }[]`. */
  readonly addAgentTime: Method<"A2">;
  /** A3 · `DELETE /agent/time` · Organization > Agent settings. Delete agent time. A permission refresh must follow. Takes `{ body: { user: { userType: 0 | 1, userCode: string, corpCode?: string }, id: string } }`. Gives `{ id: string, startTime: string, endTime: string, status: number }[]`. */
  readonly deleteAgentTime: Method<"A3">;
  /** A4 · `POST /agent/forms` · Organization > Agent settings. Get the forms a person can have an agent for. Takes `{ body: { userType: 0 | 1, userCode: string, corpCode?: string } }`. Gives `{ categoryName: string, formItems: { … }[] }[]`. */
  readonly listAgentForms: Method<"A4">;
  /** A5 · `POST /agent/user` · Organization > Agent settings. Add agent. A permission refresh must follow. Takes `{ body: { user: { userType: 0 | 1, userCode: string, corpCode?: string }, formId?: string, from: { code?: string, containsChildren?: boolean, isCompany?: boolean }[], to: { employee?: { userType: 0 | 1, userCode: string, corpCode?: string } }, priority: number } }`. Gives `{ id: string, formName: string, from: { … }[], to: { … }[], priority: number }[]`. */
  readonly addAgent: Method<"A5">;
  /** A6 · `DELETE /agent/user` · Organization > Agent settings. Delete agent. A permission refresh must follow. Takes `{ body: { user: { userType: 0 | 1, userCode: string, corpCode?: string }, id: string } }`. Gives `{ id: string, formName: string, from: { … }[], to: { … }[], priority: number }[]`. */
  readonly deleteAgent: Method<"A6">;
  /** F1 · `POST /form/apply/{formCodeOrId}` · Forms > Initiate / approve. Initiate a form from an external system. Takes `{ params: { formCodeOrId: string }, body: { applyAccount: { userType: 0 | 1, userCode: string, corpCode?: string }, deptCode: string, fields: { code?: string, value?: unknown }[], opinion?: string, urgent?: boolean, attachFiles?: { id?: string, fileName?: string }[], customData?: string, callBackUrl?: string } }`. Gives `string`. */
  readonly initiateForm: Method<"F1">;
  /** F2 · `POST /form/apply/trace` · Forms > Initiate / approve. Query the result of an external initiation. Takes `{ body: { traceId: string } }`. Gives `{ traceId: string, formName?: string, formSn?: string, process: number, result: number, retryCount: number, resultMessage?: string }`. */
  readonly getInitiationResult: Method<"F2">;
  /** F3 · `GET /extconn/{userType}/{userCode}` · Other > External connections. Get external connection settings. Takes `{ params: { userType: "0" | "1", userCode: string } }`. Gives `{ connId: string, code: string, name: string, connectionType: number, editor: { … }, modifiedDate: string, hasUsed: boolean }[]`. */
  readonly getExternalConnection: Method<"F3">;
  /** F4 · `GET /extconn/{userType}/{userCode}/{corpCode}` · Other > External connections. Get external connection settings of a cross-company part-time employee. Takes `{ params: { userType: "0" | "1", userCode: string, corpCode: string } }`. Gives `{ connId: string, code: string, name: string, connectionType: number, editor: { … }, modifiedDate: string, hasUsed: boolean }[]`. */
  readonly getCrossCompanyExternalConnection: Method<"F4">;
  /** F5 · `GET /form/apply/{userType}/{userCode}` · Forms > Form information. Get forms a user may apply for. Takes `{ params: { userType: "0" | "1", userCode: string } }`. Gives `{ categoryList: { … }[], formList: { … }[] }`. */
  readonly listApplicableForms: Method<"F5">;
  /** F6 · `GET /form/apply/{userType}/{userCode}/{corpCode}` · Forms > Form information. Get forms a cross-company part-time user may apply for. Takes `{ params: { userType: "0" | "1", userCode: string, corpCode: string } }`. Gives `{ categoryList: { … }[], formList: { … }[] }`. */
  readonly listCrossCompanyApplicableForms: Method<"F6">;
  /** F7 · `GET /form/all` · Forms > Form information. Get all forms of the company. Gives `{ categories: { … }[], forms: { … }[] }`. */
  readonly listForms: Method<"F7">;
  /** F8 · `GET /form/fields/{formCodeOrId}` · Forms > Form information. Get field design of a form. Takes `{ params: { formCodeOrId: string } }`. Gives `{ formCode: string, allowApplyForm: boolean, fields: unknown[] }`. */
  readonly getFormFields: Method<"F8">;
  /** F8b · `GET /form/task/content/{formSn}` · Forms > Document content (designated documents only). Get document content. Takes `{ params: { formSn: string } }`. Gives `{ formSn: string, formName: string, subject: string, urgent: boolean, taskViewStatus: number, applicantDate: string, fields: { … }[] }`. */
  readonly getFormDocument: Method<"F8b">;
  /** F8c · `POST /form/search/task/apply` · Forms > Document list. Search documents the user applied for. Takes `{ body: { user: { userType: 0 | 1, userCode: string, corpCode?: string }, formCode?: string, keyword?: string, taskStatus: number, dateRangeType?: number, dateRange?: { since?: string, until?: string }, pageOptions: { page?: number, size?: number, order?: 0 | 1, by?: number } } }`. Gives `{ pageInfo: { … }, items: { … }[] }`. */
  readonly searchAppliedDocuments: Method<"F8c">;
  /** F8d · `POST /form/search/task/todo` · Forms > Document list. Search documents pending for the user. Takes `{ body: { user: { userType: 0 | 1, userCode: string, corpCode?: string }, formCode?: string, keyword?: string, taskStatus?: number, dateRange?: { since?: string, until?: string }, pageOptions: { page?: number, size?: number, order?: 0 | 1, by?: number } } }`. Gives `{ pageInfo: { … }, items: { … }[] }`. */
  readonly searchPendingDocuments: Method<"F8d">;
  /** F9 · `PUT /form/task/cancel` · Forms > Document list. Void a form. Takes `{ body: { user: { userType: 0 | 1, userCode: string, corpCode?: string }, formNo: string, reason: string } }`. */
  readonly voidForm: Method<"F9">;
  /** F10 · `POST /form/task/sign` · Forms > Initiate / approve. Approve. Takes `{ body: { user: { userType: 0 | 1, userCode: string, corpCode?: string }, nodeId: string } }`. */
  readonly approveTask: Method<"F10">;
  /** F11 · `POST /form/task/reject` · Forms > Initiate / approve. Reject. Takes `{ body: { user: { userType: 0 | 1, userCode: string, corpCode?: string }, nodeId: string, opinion: string } }`. */
  readonly rejectTask: Method<"F11">;
  /** L1 · `GET /folder/root` · Document center > Manage document libraries (designated libraries only). Get library list. Gives `{ id: string, name: string, code: string, isFromAI: boolean }[]`. */
  readonly listLibraries: Method<"L1">;
  /** L2 · `GET /folder/list/{rootCode}` · Document center > Manage document libraries (designated libraries only). Get subfolders under a library. Takes `{ params: { rootCode: string } }`. Gives `{ id: string, name: string, parentId?: string, path: string }[]`. */
  readonly listSubfolders: Method<"L2">;
  /** L3 · `POST /folder` · Document center > Manage document libraries (designated libraries only). Create folder and missing parent folders. Takes `{ body: { rootFolderCode: string, folderPath: string } }`. Gives `{ id: string, name: string, parentId?: string, path: string }[]`. */
  readonly createFolder: Method<"L3">;
  /** L4 · `DELETE /folder` · Document center > Manage document libraries (designated libraries only). Delete folder and move its contents to the trash. Takes `{ body: { rootFolderCode: string, folderPath: string } }`. Gives `{ id: string, name: string, parentId?: string, path: string }[]`. */
  readonly deleteFolder: Method<"L4">;
  /** L5 · `PUT /folder/rename` · Document center > Manage document libraries (designated libraries only). Rename folder. Takes `{ body: { rootFolderCode: string, folderPath: string, newName: string } }`. Gives `{ id: string, name: string, parentId?: string, path: string }[]`. */
  readonly renameFolder: Method<"L5">;
  /** L6 · `POST /folder/permission/view` · Document center > Manage document libraries (designated libraries only). Get folder permission. Takes `{ body: { rootFolderCode: string, folderPath: string } }`. Gives `{ readers: { … }[] }`. */
  readonly getFolderPermission: Method<"L6">;
  /** L7 · `PUT /folder/permission` · Document center > Manage document libraries (designated libraries only). Update folder permission. Takes `{ body: { rootFolderCode: string, folderPath: string, readers: { itemType?: 0 | 1 | 2 | 3, dept?: { code?: string, containsChildren?: boolean, isCompany?: boolean }, employee?: { userType: 0 | 1, userCode: string, corpCode?: string }, jobTitleCode?: string, jobFuncCode?: string }[] } }`. */
  readonly updateFolderPermission: Method<"L7">;
  /** L8 · `POST /doc/list` · Document center > Manage document libraries (designated libraries only). List documents in a folder. Takes `{ body: { rootFolderCode: string, folderPath: string, pageOptions: { page?: number, size?: number, order?: 0 | 1, by?: number } } }`. Gives `{ pageInfo: { … }, items: { … }[] }`. */
  readonly listDocuments: Method<"L8">;
  /** L9 · `POST /doc/exist` · Document center > Manage document libraries (designated libraries only). Check whether file names exist. Takes `{ body: { rootFolderCode: string, folderPath: string, documentNames: string[] } }`. Gives `boolean`. */
  readonly checkFileNames: Method<"L9">;
  /** L10 · `POST /doc` · Document center > Manage document libraries (designated libraries only). Add uploaded files to a folder. Takes `{ body: { rootFolderCode: string, folderPath: string, documents: { id?: string, fileName?: string }[], duplicateAction: 0 | 1 } }`. Gives `boolean`. */
  readonly addDocuments: Method<"L10">;
  /** L11 · `DELETE /doc` · Document center > Manage document libraries (designated libraries only). Delete document. Takes `{ body: { rootFolderCode: string, folderPath: string, fileName: string } }`. */
  readonly deleteDocument: Method<"L11">;
  /** L12 · `GET /iso/folder/root` · Document center > Manage document libraries (designated libraries only). Get library list. Gives `{ id: string, name: string, code: string, isFromAI: boolean }[]`. */
  readonly listControlledLibraries: Method<"L12">;
  /** L13 · `GET /iso/folder/list/{rootCode}` · Document center > Manage document libraries (designated libraries only). Get subfolders of a library. Takes `{ params: { rootCode: string } }`. Gives `{ id: string, name: string, parentId?: string, path: string }[]`. */
  readonly listControlledSubfolders: Method<"L13">;
  /** L14 · `POST /iso/folder` · Document center > Manage document libraries (designated libraries only). Create folder and missing parent folders. Takes `{ body: { rootFolderCode: string, folderPath: string } }`. Gives `{ id: string, name: string, parentId?: string, path: string }[]`. */
  readonly createControlledFolder: Method<"L14">;
  /** L15 · `DELETE /iso/folder` · Document center > Manage document libraries (designated libraries only). Delete an empty folder. Takes `{ body: { rootFolderCode: string, folderPath: string } }`. Gives `{ id: string, name: string, parentId?: string, path: string }[]`. */
  readonly deleteControlledFolder: Method<"L15">;
  /** L16 · `PUT /iso/folder/rename` · Document center > Manage document libraries (designated libraries only). Rename folder. Takes `{ body: { rootFolderCode: string, folderPath: string, newName: string } }`. Gives `{ id: string, name: string, parentId?: string, path: string }[]`. */
  readonly renameControlledFolder: Method<"L16">;
  /** L17 · `POST /iso/doc/rule/new` · Document center > Manage document libraries (designated libraries only). Get version rules for a new document. Takes `{ body: { rootFolderCode: string, folderPath: string } }`. Gives `{ docSerialRule: number, docVerRule: number, expectedVersion: string, allowCustomVer: boolean }[]`. */
  readonly listNewDocumentRules: Method<"L17">;
  /** L18 · `POST /iso/doc/rule/current` · Document center > Manage document libraries (designated libraries only). Get version rules for a version change. Takes `{ body: { rootFolderCode: string, folderPath: string, docName: string } }`. Gives `{ docSerialRule: number, docVerRule: number }[]`. */
  readonly listVersionRules: Method<"L18">;
  /** L19 · `POST /iso/doc` · Document center > Manage document libraries (designated libraries only). Add controlled document. Takes `{ body: { rootFolderCode: string, folderPath: string, uploadBy?: { userType: 0 | 1, userCode: string, corpCode?: string }, document: { id?: string, fileName?: string }, isCADFile: boolean, docProperty: { name?: string, docSerial?: string, docVersion?: string, publishDept?: string, applyDept?: string, startTime?: string, endTime?: string, summary?: string, memo?: string, docVerRule?: number } } }`. Gives `boolean`. */
  readonly addControlledDocument: Method<"L19">;
  /** L20 · `PUT /iso/doc` · Document center > Manage document libraries (designated libraries only). Update existing document (new version). Takes `{ body: { rootFolderCode: string, folderPath: string, uploadBy?: { userType: 0 | 1, userCode: string, corpCode?: string }, document: { id?: string, fileName?: string }, isCADFile: boolean, originalDocName: string, docProperty: { name?: string, docSerial?: string, docVersion?: string, publishDept?: string, applyDept?: string, startTime?: string, endTime?: string, summary?: string, memo?: string } } }`. Gives `boolean`. */
  readonly addDocumentVersion: Method<"L20">;
  /** L21 · `DELETE /iso/doc/cancel` · Document center > Manage document libraries (designated libraries only). Void controlled document. Takes `{ body: { rootFolderCode: string, folderPath: string, docName: string, reason: string } }`. Gives `boolean`. */
  readonly voidControlledDocument: Method<"L21">;
  /** L22 · `DELETE /iso/doc/destroy` · Document center > Manage document libraries (designated libraries only). Destroy controlled document. Takes `{ body: { rootFolderCode: string, folderPath: string, docName: string, reason: string } }`. Gives `boolean`. */
  readonly destroyControlledDocument: Method<"L22">;
  /** K1 · `POST /punch/personal/history` · Punch > Punch records. Get personal punch records. Takes `{ body: { dateRange: { since?: string, until?: string }, timeZoneId: string, queryPunchHistoryType: number, user: { userType: 0 | 1, userCode: string, corpCode?: string } } }`. Gives `{ corpCode: string, account: string, employeeNo?: string, punchDate: string, punchType: number, location?: string, remark?: string, deptCode?: string }[]`. */
  readonly listPunchRecords: Method<"K1">;
  /** K2 · `POST /punch/dept/history` · Punch > Punch records. Get punch records of department employees. Takes `{ body: { dateRange: { since?: string, until?: string }, timeZoneId: string, queryPunchHistoryType: number, deptCode: string, includeSubDept?: boolean } }`. Gives `{ corpCode: string, account: string, employeeNo?: string, punchDate: string, punchType: number, location?: string, remark?: string, deptCode?: string }[]`. */
  readonly listDepartmentPunchRecords: Method<"K2">;
  /** S1 · `POST /que/list` · Survey > Survey management (designated survey categories only). Get survey list. Takes `{ body: { code?: string, status: number, dateRange?: { since?: string, until?: string } } }`. Gives `{ code: string, topic: string, startTime?: string, endTime?: string }[]`. */
  readonly listSurveys: Method<"S1">;
  /** S2 · `POST /que/publish/clone` · Survey > Survey management (designated survey categories only). Copy and publish a survey. Takes `{ body: { sourceQueCode: string, newTopic?: string, topicMode?: number, startTime: string, endTime: string, surveyUsers?: { itemType?: 0 | 1 | 2 | 3, dept?: { code?: string, containsChildren?: boolean, isCompany?: boolean }, employee?: { userType: 0 | 1, userCode: string, corpCode?: string }, jobTitleCode?: string, jobFuncCode?: string }[] } }`. Gives `{ hasSettingError: boolean, hasContentError: boolean, settingErrors: string[], questionErrors: { … } }`. */
  readonly copySurvey: Method<"S2">;
  /** N1 · `POST /personal` · Other > Notifications. Send personal notification. Takes `{ body: { to: { userType: 0 | 1, userCode: string, corpCode?: string }, title: string, message: string } }`. */
  readonly sendNotification: Method<"N1">;
  /** UP1 · `POST /upload/chunk` · any permission. Upload a file in chunks. Takes `{ body: { Id: string, FileName: string, Length: number, ChunkSize: number, ChunkTotalCount: number, ChunkNumber: number, ChunkFile: string } }`. Gives `{ id: string, fileName: string }`. */
  readonly uploadChunk: Method<"UP1">;
  /** UP2 · `POST /upload/link` · any permission. Upload by file link. Takes `{ body: { fileName: string, url: string } }`. Gives `{ id: string, fileName: string }`. */
  readonly uploadLink: Method<"UP2">;
  /** UP3 · `POST /upload/base64` · any permission. Upload by base64. Takes `{ body: { fileName: string, base64Content: string } }`. Gives `{ id: string, fileName: string }`. */
  readonly uploadBase64: Method<"UP3">;
};

/** The operations that an application may call on behalf of the user of a token; errors as for `SystemMethods`. */
export type UserMethods = {
  /** U1 · `GET /profile` · System > Read personal profile. Get personal profile. Gives `{ name?: string, employee_Number?: string, email?: string, dept_Name?: string, corp_Name?: string }`. */
  readonly getProfile: Method<"U1">;
  /** U2 · `POST /tasks` · Forms > Read personal pending list. Get personal pending workflow list. Takes `{ body: { keyword?: string, applicant_Date_From?: string, applicant_Date_To?: string } }`. Gives `{ items: { … }[] }`. */
  readonly listPendingTasks: Method<"U2">;
  /** U3 · `GET /form/{formSn}` · Forms > Read document content. Get workflow document detail. Takes `{ params: { formSn: string } }`. Gives `{ form_Sn: string, form_Name: string, subject: string, urgent: boolean, task_View_Status: string, applicant_Date: string, fields: { … }[], grids: { … }[] }`. */
  readonly getWorkflowDocument: Method<"U3">;
  /** U4 · `POST /form/sign` · Forms > Approve forms. Sign a workflow document. Takes `{ body: { formSn: string, status: 0 | 1, reason?: string } }`. Gives `{ errorCode?: string, traceId?: string }`. */
  readonly signWorkflowDocument: Method<"U4">;
  /** U5 · `POST /doc/list` · Document center > Read directories / documents. List documents in a folder. Takes `{ body: { rootFolderCode: string, folderPath: string, pageOptions: { page?: number, size?: number, order?: 0 | 1, by?: number } } }`. Gives `{ pageInfo: { … }, items: { … }[] }`. */
  readonly listDocuments: Method<"U5">;
  /** U6 · `POST /doc/exist` · Document center > Manage documents. Check whether file names already exist in a folder. Takes `{ body: { rootFolderCode: string, folderPath: string, documentNames: string[] } }`. Gives `boolean`. */
  readonly checkFileNames: Method<"U6">;
  /** U7 · `POST /doc` · Document center > Manage documents. Add uploaded files to a folder. Takes `{ body: { rootFolderCode: string, folderPath: string, documents: { id?: string, fileName?: string }[], duplicateAction: 0 | 1 } }`. Gives `boolean`. */
  readonly addDocuments: Method<"U7">;
  /** U8 · `DELETE /doc` · Document center > Manage documents. Delete a document. Takes `{ body: { rootFolderCode: string, folderPath: string, fileName: string } }`. */
  readonly deleteDocument: Method<"U8">;
  /** U9 · `GET /folder/root` · Document center > Read directories / documents. Get library list. Gives `{ id: string, name: string, code: string, isFromAI: boolean }[]`. */
  readonly listLibraries: Method<"U9">;
  /** U10 · `GET /folder/list/{rootCode}` · Document center > Read directories / documents. Get subfolders under a library. Takes `{ params: { rootCode: string } }`. Gives `{ id: string, name: string, parentId?: string, path: string }[]`. */
  readonly listSubfolders: Method<"U10">;
  /** U11 · `POST /folder` · Document center > Manage documents. Create folder and missing parent folders. Takes `{ body: { rootFolderCode: string, folderPath: string } }`. Gives `{ id: string, name: string, parentId?: string, path: string }[]`. */
  readonly createFolder: Method<"U11">;
  /** U12 · `DELETE /folder` · Document center > Manage documents. Delete folder and move its contents to the trash. Takes `{ body: { rootFolderCode: string, folderPath: string } }`. Gives `{ id: string, name: string, parentId?: string, path: string }[]`. */
  readonly deleteFolder: Method<"U12">;
  /** U13 · `POST /folder/info` · Document center > Read directories / documents. Get folder information. Takes `{ body: { rootFolderCode: string, folderPath: string } }`. Gives `{ role: number, allowDownloadFile: boolean, allowDownloadPdf: boolean, enableWatermark: boolean, fullPath: string[], allowDelete: boolean, allowCancel: boolean, allowDestroy: boolean }[]`. */
  readonly getFolder: Method<"U13">;
  /** U14 · `POST /upload/chunk` · Document center > Manage documents. Upload a file in chunks. Takes `{ body: { Id: string, FileName: string, Length: number, ChunkSize: number, ChunkTotalCount: number, ChunkNumber: number, ChunkFile: string } }`. Gives `{ id: string, fileName: string }`. */
  readonly uploadChunk: Method<"U14">;
  /** U15 · `POST /upload/link` · Document center > Manage documents. Upload by file link. Takes `{ body: { fileName: string, url: string } }`. Gives `{ id: string, fileName: string }`. */
  readonly uploadLink: Method<"U15">;
  /** U16 · `POST /upload/base64` · Document center > Manage documents. Upload by base64. Takes `{ body: { fileName: string, base64Content: string } }`. Gives `{ id: string, fileName: string }`. */
  readonly uploadBase64: Method<"U16">;
};

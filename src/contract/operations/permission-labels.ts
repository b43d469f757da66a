/** Display names of the permissions, for the people who assign them to keys and applications. */
import type { Permission } from "./operation-spec.ts";

export const permissionLabels: Readonly<Record<Permission, string>> = {
  "P-Profile": "System > Read personal profile",
  "P-Pending": "Forms > Read personal pending list",
  "P-FormRead": "Forms > Read document content",
  "P-Sign": "Forms > Approve forms",
  "P-DocRead": "Document center > Read directories / documents",
  "P-DocManage": "Document center > Manage documents",
  "P-Agent": "Organization > Agent settings",
  "P-Org": "Organization > Department and personnel data",
  "P-Apply": "Forms > Initiate / approve",
  "P-ExtConn": "Other > External connections",
  "P-FormInfo": "Forms > Form information",
  "P-FormDoc": "Forms > Document content (designated documents only)",
  "P-FormList": "Forms > Document list",
  "P-Lib": "Document center > Manage document libraries (designated libraries only)",
  "P-Punch": "Punch > Punch records",
  "P-Survey": "Survey > Survey management (designated survey categories only)",
  "P-Notify": "Other > Notifications",
};

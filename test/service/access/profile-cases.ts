/** Cases of U1, the profile of the signed-in user. */
import type { Permission } from "../../../src/contract/operations/operation-spec.ts";

type Success = { readonly fact: string; readonly as: string; readonly answers: unknown };

type Refusal = {
  readonly fact: string;
  readonly as: string;
  readonly granted?: readonly Permission[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly code: string;
  readonly status: number;
};

export const corpName = "艾克美股份有限公司";

export const profileCases: {
  readonly U1: { readonly succeeds: readonly Success[]; readonly refuses: readonly Refusal[] };
} = {
  U1: {
    succeeds: [
      {
        fact: "shows the person who signed in, with the department of the main post",
        as: "cat",
        answers: {
          name: "Name of cat",
          employee_Number: "003",
          email: "cat@example.com",
          dept_Name: "Name of RD1",
          corp_Name: corpName,
        },
      },
      {
        fact: "has null for what a person does not have",
        as: "new",
        answers: { name: "Name of new", employee_Number: null, email: null, dept_Name: null, corp_Name: corpName },
      },
    ],
    refuses: [
      {
        fact: "a token without the permission",
        as: "amy",
        granted: ["P-Pending", "P-FormRead", "P-Sign", "P-DocRead", "P-DocManage"],
        code: "OPA-KEY-PERMISSION",
        status: 401,
      },
      {
        fact: "another company in the header",
        as: "amy",
        headers: { CorpCode: "OTHER" },
        code: "OPA-CORP-UNKNOWN",
        status: 400,
      },
      {
        fact: "another application in the header than the token's",
        as: "amy",
        headers: { "App-Id": "another" },
        code: "OPA-APP-OTHER",
        status: 401,
      },
    ],
  },
};

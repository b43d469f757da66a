/** Every edit of `npm run mutants`. */
import { attackMutants } from "./attack-mutants.ts";
import { consoleMutants } from "./console-mutants.ts";
import { controlMutants } from "./control-mutants.ts";
import { drawnMutants } from "./drawn-mutants.ts";
import { explainMutants } from "./explain-mutants.ts";
import { initMutants } from "./init-mutants.ts";
import { judgeMutants } from "./judge-mutants.ts";
import { keyMutants } from "./key-mutants.ts";
import { lookMutants } from "./look-mutants.ts";
import { operatorMutants } from "./operator-mutants.ts";
import { peopleMutants } from "./people-mutants.ts";
import { planMutants } from "./plan-mutants.ts";
import { proposalMutants } from "./proposal-mutants.ts";
import { readingMutants } from "./reading-mutants.ts";
import { refusalMutants } from "./refusal-mutants.ts";
import { reportMutants } from "./report-mutants.ts";
import { runMutants } from "./run-mutants.ts";
import { serviceMutants } from "./service-mutants.ts";
import { siteMutants } from "./site-mutants.ts";
import { sourceMutants } from "./source-mutants.ts";
import { undoMutants } from "./undo-mutants.ts";
import { unsaidMutants } from "./unsaid-mutants.ts";
import { writeTestMutants } from "./write-test-mutants.ts";

export const allMutants = [
  ...planMutants,
  ...peopleMutants,
  ...attackMutants,
  ...operatorMutants,
  ...initMutants,
  ...judgeMutants,
  ...keyMutants,
  ...lookMutants,
  ...proposalMutants,
  ...explainMutants,
  ...reportMutants,
  ...siteMutants,
  ...sourceMutants,
  ...runMutants,
  ...undoMutants,
  ...refusalMutants,
  ...unsaidMutants,
  ...serviceMutants,
  ...readingMutants,
  ...drawnMutants,
  ...consoleMutants,
  ...controlMutants,
  ...writeTestMutants,
];

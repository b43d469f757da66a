/** Writes src/client/methods.ts: the client's methods with the contract's descriptions, which editors show. */
import { writeFileSync } from "node:fs";
import { clientMethods } from "./client-methods.ts";

writeFileSync("src/client/methods.ts", clientMethods());

/** Writes src/client/methods.ts: the methods of the client with what the contract says of each, where editors show it. */
import { writeFileSync } from "node:fs";
import { clientMethods } from "./client-methods.ts";

writeFileSync("src/client/methods.ts", clientMethods());

/** A service in a process of its own, to be killed: sends its address to the process that forked it. */
import { startService } from "../../src/service/service.ts";
import { optionsFor } from "./running-service.ts";

/** Arguments: the database, and the folder of uploaded files where that is not beside it. */
const [database = "", filesFolder] = process.argv.slice(2);
const { url } = await startService({ ...optionsFor(database), ...(filesFolder === undefined ? {} : { filesFolder }) });
process.send?.(url);

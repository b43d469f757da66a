/** A service as a separate process that tests kill; it sends its address to its parent process. */
import { startService } from "../../src/service/service.ts";
import { optionsFor } from "./running-service.ts";

/** Arguments: the database, and the folder of uploaded files if it is elsewhere. */
const [database = "", filesFolder] = process.argv.slice(2);
const { url } = await startService({ ...optionsFor(database), ...(filesFolder === undefined ? {} : { filesFolder }) });
process.send?.(url);

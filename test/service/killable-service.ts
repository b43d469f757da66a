/** A service in a process of its own, to be killed: sends its address to the process that forked it. */
import { startService } from "../../src/service/service.ts";
import { optionsFor } from "./running-service.ts";

const { url } = await startService(optionsFor(process.argv[2] as string));
process.send?.(url);

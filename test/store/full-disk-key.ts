/** A separate process that can write nothing into its files. It asks for the key of the vault in a file that is not there, and prints the result. */
import { asMusterdError } from "../../src/lib/errors.ts";
import { keysInFile } from "../../src/store/vault/vault-keys.ts";

// As in full-disk.ts.
process.on("SIGXFSZ", () => undefined);

try {
  keysInFile(process.argv[2] as string).read();
  console.log("made");
} catch (error) {
  console.log(asMusterdError(error).code);
}

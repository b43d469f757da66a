/** Certificates for tests of TLS: an authority, a server, and a client, as PEM files in a folder. OpenSSL makes them. */
import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

/** What is wrong with the server's certificate. */
export type CertificateOptions = {
  /** From when and until when it is valid, as `20200101000000Z`; by default 30 days from now. */
  readonly validity?: readonly [from: string, until: string];
  /** By default localhost and 127.0.0.1. */
  readonly names?: string;
  /** What it may be used for; by default serverAuth. */
  readonly usage?: string;
};

/** Paths of PEM files. The client's subject is `cn=reader,ou=services`. */
export type Certificates = {
  readonly ca: string;
  readonly server: { readonly cert: string; readonly key: string };
  readonly client: { readonly cert: string; readonly key: string };
};

const run = promisify(execFile);

/** Creates a certificate authority in `folder`, a server certificate and a client certificate. */
export const makeCertificates = async (folder: string, options: CertificateOptions = {}): Promise<Certificates> => {
  const { validity, names = "DNS:localhost,IP:127.0.0.1", usage = "serverAuth" } = options;
  const config = join(folder, "openssl.cnf");
  await writeFile(
    config,
    [
      "[req]\ndistinguished_name=name\n[name]\n",
      "[authority]\nbasicConstraints=critical,CA:TRUE\nkeyUsage=keyCertSign\n",
      `[server]\nbasicConstraints=CA:FALSE\nsubjectAltName=${names}\nextendedKeyUsage=${usage}\n`,
      "[client]\nbasicConstraints=CA:FALSE\nextendedKeyUsage=clientAuth\n",
      `[ca]\ndefault_ca=signing\n[signing]\ndatabase=${join(folder, "signed")}\nnew_certs_dir=${folder}\n`,
      "default_md=sha256\nrand_serial=yes\npolicy=any\n[any]\ncommonName=supplied\n",
    ].join(""),
  );
  const ca = { cert: join(folder, "ca.pem"), key: join(folder, "ca.key") };
  const make = async (name: string, subject: string, ...signer: readonly string[]) => {
    const files = { cert: join(folder, `${name}.pem`), key: join(folder, `${name}.key`) };
    const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-noenc", "-keyout", files.key];
    const what = [
      "-config",
      config,
      "-extensions",
      name === "ca" ? "authority" : name,
      "-subj",
      subject,
      "-days",
      "30",
    ];
    await run("openssl", ["req", "-x509", ...key, ...what, ...signer, "-out", files.cert]);
    return files;
  };
  await make("ca", "/CN=Test Authority");
  const signer = ["-CA", ca.cert, "-CAkey", ca.key];
  const [server, client] = await Promise.all([
    make("server", "/CN=localhost", ...signer),
    make("client", "/OU=services/CN=reader", ...signer),
  ]);
  if (validity) {
    // `openssl req` cannot say from when a certificate is valid, before version 3.4.
    const request = join(folder, "server.csr");
    await writeFile(join(folder, "signed"), "");
    await run("openssl", ["x509", "-x509toreq", "-in", server.cert, "-signkey", server.key, "-out", request]);
    const [from, until] = validity;
    const time = ["-startdate", from, "-enddate", until];
    const by = ["-cert", ca.cert, "-keyfile", ca.key, "-extensions", "server"];
    await run("openssl", [
      "ca",
      "-batch",
      "-notext",
      "-config",
      config,
      ...by,
      ...time,
      "-in",
      request,
      "-out",
      server.cert,
    ]);
  }
  return { ca: ca.cert, server, client };
};

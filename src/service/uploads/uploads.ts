/**
 * Uploaded files (UP1–UP3 for keys, U14–U16 for users). Uploads wait for the network and the disk, so they have no rules, which
 * are synchronous, but routes. Otherwise they work like other operations, with a key or token, faults, and one line in the call
 * log.
 */
import multipart from "@fastify/multipart";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { base64BodyLimitBytes, type uploadOperations } from "../../contract/operations/uploads.ts";
import type { UploadResult } from "../../contract/records/shared.ts";
import type { StrictBody } from "../../contract/strict-body.ts";
import { answerOf } from "../kernel/http/answer.ts";
import { createRouting, noteCall } from "../kernel/http/api.ts";
import type { Feature } from "../kernel/http/feature.ts";
import { refuse } from "../kernel/refusal.ts";
import { readChunk } from "./chunk-request.ts";
import { createChunkReceiver } from "./chunks.ts";
import { requireValidName } from "./file-name.ts";
import { isExpired, ownerOf } from "./files.ts";
import { fetchLink } from "./link.ts";
import { type Company, createUploadTables, type FileRow } from "./tables.ts";
import type { UploadService } from "./upload-parts.ts";

export const uploads = {
  tables: createUploadTables,
  /** The operations, and `GET /sandbox/files/{uuid}`: the bytes; 404 for an unknown or expired file. */
  routes: (app, service) => {
    // The scope limits the multipart parser to these routes.
    app.register(async (scope) => {
      await scope.register(multipart);
      registerUploads(scope, service);
    });
    const { file, uploads: parts, admin } = service;
    app.get<{ Params: { uuid: string } }>("/sandbox/files/:uuid", { onRequest: admin }, async (request, reply) => {
      const row = await file.read(() => file.company.files.by("uuid", request.params.uuid.toLowerCase())[0]);
      if (!row || isExpired(file.company, row)) return refuse("OPA-FILE-UNKNOWN", "uuid", 404);
      return reply
        .type("application/octet-stream")
        .header("content-length", row.length)
        .send(parts.store.bytes.read(row.stored));
    });
  },
} satisfies Feature<Company, UploadService>;

/** Stores the file of a request, or a part of it, for its owner. */
type Upload = (request: FastifyRequest, owner: string) => Promise<Pick<FileRow, "uuid" | "fileName">>;

const registerUploads = (app: FastifyInstance, service: UploadService): void => {
  const { file, uploads: parts, closing } = service;
  const { store, limits, outbound } = parts;
  const receiveChunk = createChunkReceiver({ file, store, limits });
  const add = (ids: readonly (keyof typeof uploadOperations)[], upload: Upload, bodyLimit?: number): void => {
    const addRoutes = createRouting(service, async (id, request, caller, fault) => {
      const { uuid, fileName } = await upload(request, ownerOf(caller));
      noteCall(service, request, 200, fault);
      const result: UploadResult = { id: uuid, fileName };
      return answerOf(id, result, file.company.quirks);
    });
    for (const id of ids) addRoutes(app, id, bodyLimit);
  };

  add(["UP1", "U14"], async (request, owner) => receiveChunk(await readChunk(request, owner, store, limits), owner));
  add(["UP2", "U15"], async ({ body }, owner) => {
    const { fileName, url } = body as StrictBody<"UP2">;
    requireValidName(fileName, "fileName");
    store.quota.requireSpace(owner, 0);
    const bytes = fetchLink(outbound, url, limits.maxFileBytes, closing);
    return store.putBytes(bytes, { fileName, owner }, limits.maxFileBytes);
  });
  const base64: Upload = async ({ body }, owner) => {
    const { fileName, base64Content } = body as StrictBody<"UP3">;
    requireValidName(fileName, "fileName");
    return store.putBytes([decode(base64Content)], { fileName, owner });
  };
  add(["UP3", "U16"], base64, base64BodyLimitBytes);
};

/**
 * Line ends are ignored, and the padding may be left out as a whole (R97). Node skips all other characters that are not base64,
 * so the text is valid only if encoding the bytes gives the same text again. This also refuses the alphabet of URLs, and bits
 * after the last byte (RFC 4648, sections 3.5 and 5).
 */
const decode = (text: string): Buffer => {
  const oneLine = text.replaceAll(/[\r\n]/g, "");
  const bytes = Buffer.from(oneLine, "base64");
  const again = bytes.toString("base64");
  const isValid = oneLine === again || oneLine === again.replace(/=+$/, "");
  return isValid ? bytes : refuse("OPA-BASE64-INVALID", "base64Content");
};

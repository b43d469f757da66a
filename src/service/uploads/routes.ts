/**
 * The upload operations: UP1–UP3 for keys and U14–U16 for users. They wait for the network and the disk, so they have no rule:
 * rules are synchronous. Otherwise they work like other operations, with a key or token, faults, and one line in the call log.
 */
import multipart from "@fastify/multipart";
import type { FastifyInstance } from "fastify";
import type { OperationId } from "../../contract/contract.ts";
import type { UploadResult } from "../../contract/shared-records.ts";
import { base64BodyLimitBytes, uploadOperations } from "../../contract/uploads.ts";
import { answerOf } from "../kernel/answer.ts";
import { createRouting, noteCall, type Perform } from "../kernel/api.ts";
import { refuse } from "../kernel/refusal.ts";
import type { StrictBody } from "../kernel/strict-body.ts";
import { readChunk } from "./chunk-request.ts";
import { createChunkReceiver } from "./chunks.ts";
import { requireValidName } from "./file-name.ts";
import { ownerOf } from "./files.ts";
import { readLink } from "./link.ts";
import type { FileRow } from "./tables.ts";
import type { UploadService } from "./upload-parts.ts";

type UploadId = keyof typeof uploadOperations;
type Upload = (...call: Parameters<Perform>) => Promise<UploadResult>;

export const registerUploads = (app: FastifyInstance, service: UploadService): void => {
  const upload = createUpload(service);
  const addRoutes = createRouting(service, async (id, request, caller, fault) => {
    const result = await upload(id, request, caller, fault);
    noteCall(service, request, 200, fault);
    return answerOf(id, result, service.file.company.quirks);
  });
  // The scope limits the multipart parser to these routes.
  app.register(async (scope) => {
    await scope.register(multipart);
    const limits: Partial<Record<OperationId, number>> = { UP3: base64BodyLimitBytes, U16: base64BodyLimitBytes };
    for (const id of Object.keys(uploadOperations) as UploadId[]) addRoutes(scope, id, limits[id]);
  });
};

const createUpload = ({ file, uploads, closing }: UploadService): Upload => {
  const { store, limits, outbound } = uploads;
  const receiveChunk = createChunkReceiver(file, store, limits);

  const byChunk: Upload = async (_id, request, caller) =>
    receiveChunk(await readChunk(request, store.bytes, limits), ownerOf(caller));
  const byLink: Upload = async (_id, { body }, caller) => {
    const { fileName, url } = body as StrictBody<"UP2">;
    requireValidName(fileName, "fileName");
    const owner = ownerOf(caller);
    store.requireSpace(owner, 0);
    return readLink(outbound, url, limits.maxFileBytes, closing, async (bytes) =>
      resultOf(await store.putBytes(bytes, { fileName, owner }, limits.maxFileBytes)),
    );
  };
  const byBase64: Upload = async (_id, { body }, caller) => {
    const { fileName, base64Content } = body as StrictBody<"UP3">;
    requireValidName(fileName, "fileName");
    return resultOf(await store.putBytes([decode(base64Content)], { fileName, owner: ownerOf(caller) }));
  };
  const uploadBy: Partial<Record<OperationId, Upload>> = {
    UP1: byChunk,
    UP2: byLink,
    UP3: byBase64,
    U14: byChunk,
    U15: byLink,
    U16: byBase64,
  };
  return (id, ...call) => (uploadBy[id] as Upload)(id, ...call);
};

const resultOf = ({ uuid, fileName }: FileRow): UploadResult => ({ id: uuid, fileName });

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

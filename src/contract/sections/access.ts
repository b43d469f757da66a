/**
 * The section `access` of the company document: keys of other systems, applications that act for users, and passwords. Not part
 * of the published interface. A loaded document may contain secrets and passwords in clear; a dump contains only their hashes.
 */
import { z } from "zod";
import { type Permission, permissions } from "../operations/operation-spec.ts";
import { dateTime } from "../records/texts.ts";

/** For each "designated only" permission: the property of a key that lists the objects for which it is valid. */
export const designatedBy = {
  "P-FormDoc": "forms",
  "P-Lib": "libraries",
  "P-Survey": "surveyCategories",
} as const satisfies Partial<Record<Permission, string>>;

type Marked = keyof typeof designatedBy;

/** The permissions of the user group, which an application may request. */
export const userPermissions = [
  "P-Profile",
  "P-Pending",
  "P-FormRead",
  "P-Sign",
  "P-DocRead",
  "P-DocManage",
] as const satisfies readonly Permission[];

const secretHash = z.string().regex(/^[0-9a-f]{64}$/, "must be a SHA-256 digest in hex");

/** The minimum makes it hard to guess a secret from its hash; `musterd service keys` generates 43 characters. */
const secret = z.string().min(16).max(1_000);

const name = z.string().trim().min(1).max(100);

/** A list of codes, or `all`. */
const listed = z.union([z.literal("all"), z.array(z.string())]);

export const AddressRange = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);

/** A date-time (at +08:00 if it has no offset, R13), or a date, which is the last valid day. */
const expiry = z.union([dateTime, z.iso.date()]);

const keyFields = {
  name,
  permissions: z.array(z.enum(permissions)),
  forms: listed.optional(),
  libraries: listed.optional(),
  surveyCategories: listed.optional(),
  /** Absent: the key never expires. */
  expiresAt: expiry.optional(),
  /** The addresses from which the key may be used; absent: any address. */
  addresses: z.array(AddressRange).min(1).optional(),
};

/** True when the key has a list of codes, or `all`, for each of its "designated only" permissions (R75). */
const isDesignated = (key: {
  readonly permissions: readonly Permission[];
  readonly forms?: unknown;
  readonly libraries?: unknown;
  readonly surveyCategories?: unknown;
}): boolean => key.permissions.every((one) => !(one in designatedBy) || key[designatedBy[one as Marked]] !== undefined);

const undesignated = {
  message: "P-FormDoc needs forms, P-Lib libraries and P-Survey surveyCategories: a list of codes, or all",
  path: ["permissions"],
};

/** A key to be created; without a given secret a random one is generated. */
export const NewKey = z.strictObject({ ...keyFields, secret: secret.optional() }).refine(isDesignated, undesignated);
export type NewKey = z.infer<typeof NewKey>;

const hasOne = (key: { secret?: string | undefined; secretHash?: string | undefined }): boolean =>
  (key.secret === undefined) !== (key.secretHash === undefined);

export const SectionKey = z
  .strictObject({ ...keyFields, secret: secret.optional(), secretHash: secretHash.optional() })
  .refine(isDesignated, undesignated)
  .refine(hasOne, { message: "either secret or secretHash", path: ["secret"] });
export type SectionKey = z.infer<typeof SectionKey>;

const harmful = new Set(["javascript:", "vbscript:", "data:", "blob:", "file:", "about:"]);
/** The names of the own machine in an address. */
export const loopback: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

const isWeb = ({ protocol }: URL): boolean => protocol === "https:" || protocol === "http:";

/**
 * True when a redirect goes to a program on the user's own machine (RFC 8252): the address has a scheme of that program's own,
 * or is `http` on a loopback address with any port.
 */
const isNative = (address: URL): boolean =>
  !isWeb(address) || (address.protocol === "http:" && loopback.has(address.hostname));

/** True when all redirects go to a program on the user's machine. */
export const isNativeApp = (redirectUris: readonly string[]): boolean =>
  redirectUris.every((uri) => {
    const parsed = URL.parse(uri);
    return parsed !== null && isNative(parsed);
  });

const redirectUri = z.string().refine((uri) => {
  const parsed = URL.parse(uri);
  return parsed !== null && !uri.includes("#") && !harmful.has(parsed.protocol);
}, "an absolute address without a fragment");

const redirectUris = z
  .array(redirectUri)
  .min(1)
  .refine(
    (uris) => uris.every((uri) => /^https?:/i.test(uri)) || isNativeApp(uris),
    "either all on the web, or all on the user's own machine",
  );

const appFields = {
  name,
  /** Id that the application sends as the header `App-Id` and, in OAuth, as `client_id`. Absent: the service generates it. */
  appId: z
    .string()
    .regex(/^[\w.-]{1,100}$/, "must be at most 100 letters, digits, dots, hyphens and underscores")
    .optional(),
  redirectUris,
  /** Where the browser may be sent back after a sign-out; absent: nowhere. */
  postLogoutRedirectUris: redirectUris.optional(),
  permissions: z.array(z.enum(userPermissions)),
};

/**
 * An application to be registered; `secret: true` generates a secret. An application without a secret is a public client of
 * OAuth, which proves its identity by PKCE only.
 */
export const NewApp = z.strictObject({ ...appFields, secret: z.union([secret, z.boolean()]).default(false) });
export type NewApp = z.infer<typeof NewApp>;

export const SectionApp = z
  .strictObject({ ...appFields, secret: secret.optional(), secretHash: secretHash.optional() })
  .refine((app) => app.secret === undefined || app.secretHash === undefined, {
    message: "secret or secretHash, not both",
    path: ["secret"],
  });
export type SectionApp = z.infer<typeof SectionApp>;

/** A longer minimum would annoy people; the maximum limits the work of hashing. */
export const Password = z.string().min(8).max(200);

/**
 * `scrypt:N:r:p:salt:hash`, with salt and hash in base64url. The costs N, r and p are limited, because every sign-in computes the
 * hash.
 */
export const passwordHashForm = /^scrypt:(16384|32768|65536|131072):(8):([1-9]):([\w-]{22,}):([\w-]{43})$/;

const SectionPassword = z
  .strictObject({
    account: z.string(),
    password: Password.optional(),
    passwordHash: z.string().regex(passwordHashForm, "must be scrypt:N:r:p:salt:hash").optional(),
  })
  .refine(({ password, passwordHash }) => (password === undefined) !== (passwordHash === undefined), {
    message: "either password or passwordHash",
    path: ["password"],
  });
export const AccessSection = z.strictObject({
  keys: z.array(SectionKey).default([]),
  apps: z.array(SectionApp).default([]),
  passwords: z.array(SectionPassword).default([]),
});
export type AccessSection = z.infer<typeof AccessSection>;

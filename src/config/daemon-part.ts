/** The part `daemon` of the configuration. */
import { validate } from "node-cron";
import { z } from "zod";
import { type SecretReference, secretExpected, secretPattern, secretReference } from "../lib/secret-reference.ts";
import { roles } from "../model/role.ts";
import { isTimeZone } from "./plan-settings.ts";

const secret = z.string().regex(secretPattern, secretExpected).transform(secretReference);

/** Addresses without TLS are permitted on this machine, where nobody else reads what is sent. */
const isSafeAddress = (text: string): boolean => {
  const url = URL.parse(text);
  return url?.protocol === "https:" || (url?.protocol === "http:" && loopbackNames.has(url.hostname));
};
const loopbackNames: ReadonlySet<string> = new Set(["127.0.0.1", "localhost", "[::1]"]);

const openIdPart = z
  .strictObject({
    issuer: z
      .string()
      .refine(isSafeAddress, "is not an https address")
      .describe("The address of the provider, as it stands in its tokens."),
    clientId: z.string().min(1).describe("The name under which the console is registered there."),
    clientSecret: secret.describe("Its secret, by reference."),
    scopes: z
      .string()
      .regex(/(?:^| )openid(?: |$)/, "has no scope openid")
      .default("openid profile email")
      .describe("What the provider is asked for, separated by spaces."),
    person: z
      .string()
      .min(1)
      .default("email")
      .describe("The claim that names people; it must be one that nobody can choose."),
    rolesFrom: z
      .string()
      .min(1)
      .default("groups")
      .describe("The claim that decides about roles: a text or a list of texts."),
    roles: z
      .partialRecord(z.enum(roles), z.array(z.string().min(1)).min(1))
      .describe("For each role the values of that claim that give it; whoever has none is not let in."),
  })
  .describe(
    "Sign-in at the company's OpenID provider, beside the local accounts. The address to register for the return is that of the console with `/sign-in/openid/return`.",
  );

export const daemonPart = z
  .strictObject({
    schedule: z
      .string()
      .refine(validate, "is not a cron expression, such as 0 2 * * *")
      .default("0 2 * * *")
      .describe("When a run begins: five cron fields, or six with seconds first."),
    timeZone: z
      .string()
      .refine(isTimeZone, "is not a time zone, such as Asia/Taipei")
      .default("Asia/Taipei")
      .describe("The time zone of `schedule`."),
    apply: z.boolean().default(true).describe("false: runs only plan and report; nothing is written."),
    runAtStart: z.boolean().default(true).describe("Whether a run begins when the daemon starts."),
    retry: z
      .array(z.number().positive().max(1440))
      .min(1)
      .default([1, 2, 5, 15, 60])
      .describe(
        "Minutes after which a run is repeated that failed for a cause that can pass; for each equal failure the next.",
      ),
    quarantineHours: z
      .number()
      .positive()
      .max(168)
      .default(4)
      .describe("Hours between the tries when `retry` is used up by equal failures."),
    host: z.string().default("127.0.0.1").describe("Address at which the control interface listens."),
    port: z.int().min(0).max(65_535).default(8930).describe("Its port."),
    console: z
      .union([z.enum(["off", "loopback"]), z.string().regex(/^https:\/\/[^/?#@\s]+$/)], {
        error: "expected off, loopback, or the address at which browsers reach it, such as https://musterd.example.com",
      })
      .default("off")
      .describe(
        "The web pages on `port`: off; loopback, for browsers on this machine; or the https address of a proxy that passes requests on.",
      ),
    queueBoard: z
      .boolean()
      .default(false)
      .describe(
        "Whether operators see BullMQ's own board of the queues in the console, at `/queues`; nothing can be changed there.",
      ),
    proxies: z
      .array(z.union([z.ipv4(), z.ipv6()]))
      .default([])
      .describe(
        "Addresses of the proxies that pass requests to the console, where they are not on this machine; requests from others are refused.",
      ),
    openid: openIdPart.optional(),
    token: secret
      .optional()
      .describe(
        "Bearer token of the control interface, by reference, 16 characters or more; without it only the health checks answer.",
      ),
  })
  .prefault({});

type Parsed = z.infer<typeof daemonPart>;
type OpenIdPart = NonNullable<Parsed["openid"]>;

/** The sign-in at a provider; the secret is resolved. */
export type OpenIdSettings = Omit<OpenIdPart, "clientSecret"> & { readonly clientSecret: string };

/** The part with its secrets resolved. */
export type DaemonSettings = Omit<Parsed, "token" | "openid"> & {
  readonly token?: string;
  readonly openid?: OpenIdSettings;
};

export const resolveOpenId = (
  openid: OpenIdPart,
  secretOf: (setting: string, reference: SecretReference) => string,
): OpenIdSettings => ({ ...openid, clientSecret: secretOf("daemon.openid.clientSecret", openid.clientSecret) });

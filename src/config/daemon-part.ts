/** The part `daemon` of the configuration. */
import { validate } from "node-cron";
import { z } from "zod";
import { secretExpected, secretPattern, secretReference } from "../lib/secret-reference.ts";
import { isTimeZone } from "./plan-settings.ts";

const secret = z.string().regex(secretPattern, secretExpected).transform(secretReference);

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
    token: secret
      .optional()
      .describe(
        "Bearer token of the control interface, by reference, 16 characters or more; without it only the health checks answer.",
      ),
  })
  .prefault({});

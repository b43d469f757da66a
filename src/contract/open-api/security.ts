/** Describes the authentication of callers for the interface descriptions (R3). */

import type { Group, OperationSpec } from "../operations/operation-spec.ts";
import { permissionLabels } from "../operations/permission-labels.ts";
import { permissionOfScope, scopeOf } from "../operations/scopes.ts";
import type { JsonSchema } from "./schemas.ts";

const header = (name: string, description: string) => ({ type: "apiKey", in: "header", name, description });

const schemes: Readonly<Record<Group, JsonSchema>> = {
  system: {
    key: header("Api-Key", "Secret of a key; its permissions are set when it is created."),
    company: header("CorpCode", "Code of the company to act on, letter by letter."),
  },
  user: {
    token: { type: "http", scheme: "bearer", description: "A token of a user, however it was obtained." },
    signIn: {
      type: "oauth2",
      description: "Authorization code with PKCE; the token is sent as a bearer token.",
      flows: {
        authorizationCode: {
          authorizationUrl: "/oauth/authorize",
          tokenUrl: "/api/oauth/token",
          refreshUrl: "/api/oauth/token",
          scopes: Object.fromEntries(
            Object.entries(permissionOfScope).map(([scope, permission]) => [scope, permissionLabels[permission]]),
          ),
        },
      },
    },
  },
};

export const securitySchemesOf = (group: Group): JsonSchema => schemes[group];

/**
 * The system group needs the headers for key and company together, the user group a token with the permission's scope, which an
 * explorer can get by signing in, or is given.
 */
export const securityOf = ({ group, permission }: OperationSpec): readonly JsonSchema[] => {
  if (group === "system") return [{ key: [], company: [] }];
  const scope = permission && scopeOf(permission);
  return [{ signIn: scope ? [scope] : [] }, { token: [] }];
};

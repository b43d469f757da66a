/** Refuses weak secrets of our own interfaces: keys and tokens that callers must present, chosen by whoever installs musterd. */

export const shortestSecret = 16;

/** A command that prints a good secret. */
export const makeSecretCommand = "openssl rand -hex 24";

/** Words of placeholders, such as `change-me-please` or `<your api key here>`. */
const placeholderWords =
  /change|replace|insert|place|holder|example|sample|secret|password|please|token|admin|musterd|default|value|your|api|key|this|here|now|me|an?\b|the|todo|fixme/gi;

/** Fewer letters and digits than this beside such words make no secret. */
const ownCharacters = 6;
const differentCharacters = 5;

/** Why the secret is weak, to be put behind its name; undefined if it is not. The secret itself is not repeated. */
export const weaknessOf = (secret: string): string | undefined => {
  const { length } = secret;
  if (length === 0) return "is empty";
  if (length < shortestSecret) return `has ${length} characters; at least ${shortestSecret} are needed`;
  const own = secret.replaceAll(placeholderWords, "").replaceAll(/[^\p{L}\p{N}]/gu, "");
  if (own.length < ownCharacters || new Set(secret).size < differentCharacters) return "is a placeholder";
  if (!/^[\x21-\x7e]+$/.test(secret)) return "has a space or a character that is not ASCII, which no caller can send";
  return undefined;
};

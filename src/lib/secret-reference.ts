/**
 * How the configuration names a secret: by reference, so that the file never holds it. A reference is no text, so a secret
 * that nobody has read from its place does not compile.
 */

/** `env:NAME` or `file:PATH`. */
export type SecretReference = { readonly reference: string };

export const secretPattern = /^(env|file):.+$/;

export const secretExpected = "a secret is named by reference: env:NAME or file:PATH";

export const secretReference = (reference: string): SecretReference => ({ reference });

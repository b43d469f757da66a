/**
 * The form in which the configuration names a secret: a reference, so the file never contains the secret itself. A reference is
 * not a string, so code that uses a secret without reading it first does not compile.
 */

/** `env:NAME` or `file:PATH`. */
export type SecretReference = { readonly reference: string };

export const secretPattern = /^(env|file):.+$/;

export const secretExpected = "a secret is named by reference: env:NAME or file:PATH";

export const secretReference = (reference: string): SecretReference => ({ reference });

/**
 * The addresses of the sandbox, outside the published interface, as `GET /sandbox` lists them. All but `/sandbox` itself and
 * `/sandbox/health` need the header `Admin-Key`.
 */
export const sandboxAddresses: Readonly<Record<string, string>> = {
  "GET /sandbox": "this list",
  "GET /sandbox/health": "whether the service answers",
  "GET /sandbox/calls": "what was called, in order; ?since=SEQ what came later; DELETE empties it",
  "GET /sandbox/refreshes": "each permission refresh, with what was changed before it",
  "GET /sandbox/audit": "who did what, from where and with which result",
  "GET /sandbox/quirks": "how the site behaves; PUT sets it",
  "GET /sandbox/clock": "the time of the service; PUT sets it, DELETE sets it right",
  "POST /sandbox/faults": "orders a fault of an operation; DELETE takes all back",
  "GET /sandbox/company": "the company as a document; ?section=forms only these sections; PUT loads one",
  "GET /sandbox/organisation": "the organisation as a document; PUT loads one",
  "GET /sandbox/keys": "the keys; POST makes one, DELETE /sandbox/keys/NAME removes it",
  "GET /sandbox/apps": "the applications; POST makes one, DELETE /sandbox/apps/NAME removes it",
  "PUT /sandbox/passwords": "sets the password of a user",
  "POST /sandbox/tokens": "a user's token without a browser",
  "POST /sandbox/signing-keys": "new keys sign ID tokens and cookies",
  "POST /sandbox/callback-keys": "new keys sign callbacks",
  "GET /sandbox/initiations": "F1 requests: the document or the refusal, and the attempts of the callback",
  "GET /sandbox/documents/NUMBER": "a form document with its route, tasks, decisions and files",
  "GET /sandbox/files/ID": "the bytes of a file",
  "POST /sandbox/tasks/NODE/handover": "what a signer does by hand; also inquiry and countersign",
  "GET /sandbox/inbox/ACCOUNT": "the notices of a person",
  "GET /sandbox/libraries": "the libraries, folders and documents",
  "GET /sandbox/trash": "deleted documents; DELETE empties it",
};

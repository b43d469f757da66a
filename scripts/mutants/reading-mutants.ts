/** Edits of the readings that keep objects of other people unknown, and that make a list and the next operation agree. */
import { type Mutant, mutantsOf } from "./mutant.ts";

const foreign = ["test/service/reading/foreign-objects.test.ts"];
const offers = ["test/service/reading/offers.test.ts"];

export const readingMutants: readonly Mutant[] = [
  ...mutantsOf("src/service/everyday/survey-rules.ts", foreign, [
    [
      'requireDesignated(caller, "surveyCategories", survey ? categoryOf(company, survey) : "", where);',
      'if (survey) requireDesignated(caller, "surveyCategories", categoryOf(company, survey), where);',
      "a key learns which surveys there are",
    ],
  ]),
  ...mutantsOf("src/service/signing/readers.ts", foreign, [
    [
      "document && takesPart(company, document, person) ? document",
      "document ? document",
      "everybody reads every document",
    ],
  ]),
  ...mutantsOf("src/service/documents/visibility.ts", foreign, [
    [
      'if (!isVisible(company, viewer, library)) refuse("OPA-LIBRARY-UNKNOWN", "rootFolderCode", status);',
      "",
      "a person learns which libraries there are",
    ],
  ]),
  ...mutantsOf(
    "src/service/signing/filters.ts",
    ["test/service/reading/searched-fields.test.ts"],
    [
      [
        'if (caller.kind === "key" && !mayRead(company, caller, document)) return shown;',
        "",
        "a keyword finds fields that the key may not read",
      ],
    ],
  ),
  ...mutantsOf("src/service/forms/lookup.ts", offers, [
    ["person.data.active === true &&", "", "a disabled person applies"],
    ["person.posts.length > 0 &&", "", "forms are offered that no department accepts"],
  ]),
  ...mutantsOf("src/service/signing/own-tasks.ts", offers, [
    ["isActive(company, personId) && isAsked", "isAsked", "tasks are offered that nobody may decide"],
  ]),
  ...mutantsOf(
    "src/service/service.ts",
    ["test/service/forms/callbacks.test.ts"],
    [
      [
        "rules: { ...rules, ...createInitiationRules(uploads.outbound.check) },",
        "rules,",
        "callbacks to forbidden networks are stored",
      ],
    ],
  ),
  ...mutantsOf(
    "src/service/documents/names.ts",
    ["test/service/reading/names.test.ts"],
    [
      [
        "shortened(stem, longestNameBytes - Buffer.byteLength(ending)) + ending",
        "stem + ending",
        "a number makes a name too long",
      ],
    ],
  ),
];

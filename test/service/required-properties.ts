/** The required properties of operations' bodies, for tests that leave one out. */
import { z } from "zod";
import { type OperationId, specOf } from "../../src/contract/contract.ts";

/**
 * A required property of a body. `notRecords` contains an object without any of its properties, unless the property is a record
 * that requires none.
 */
type Required<Id> = { readonly id: Id; readonly name: string; readonly notRecords: readonly unknown[] };

/** Every property that the published schemas of these operations require. */
export const requiredProperties = <Id extends OperationId>(ids: readonly Id[]): readonly Required<Id>[] =>
  ids.flatMap((id) => {
    const { body } = specOf(id);
    const shape: Record<string, z.ZodType> = body instanceof z.ZodObject ? body.shape : {};
    return Object.entries(shape)
      .filter(([, field]) => !field.safeParse(undefined).success)
      .map(([name, field]) => ({
        id,
        name,
        notRecords: [{ wrong: 1 }].filter((one) => !field.safeParse(one).success),
      }));
  });

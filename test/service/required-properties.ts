/** The required properties of operations' bodies, for tests that leave one out. */
import { z } from "zod";
import { type OperationId, specOf } from "../../src/contract/contract.ts";

/** Every property that the published schemas of these operations require. */
export const requiredProperties = <Id extends OperationId>(ids: readonly Id[]): readonly { id: Id; name: string }[] =>
  ids.flatMap((id) => {
    const { body } = specOf(id);
    const shape: Record<string, z.ZodType> = body instanceof z.ZodObject ? body.shape : {};
    return Object.entries(shape)
      .filter(([, field]) => !field.safeParse(undefined).success)
      .map(([name]) => ({ id, name }));
  });

import { array, type GenericSchema, type InferOutput, pipe, safeParse, transform, unknown } from 'valibot'

/** A list from the wire. Unreadable entries are dropped, and the others are kept. */
export const listOf = <Schema extends GenericSchema<unknown, unknown>>(schema: Schema) =>
  pipe(
    array(unknown()),
    transform((entries): InferOutput<Schema>[] =>
      entries.flatMap((entry) => {
        const { success, output } = safeParse(schema, entry)
        return success ? [output] : []
      }),
    ),
  )

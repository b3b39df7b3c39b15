import { array, type GenericSchema, type InferOutput, pipe, safeParse, transform, unknown } from 'valibot'

/** A list on the wire. Drops unreadable entries and keeps the others. */
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

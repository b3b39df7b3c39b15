import { array, type GenericSchema, type InferOutput, pipe, safeParse, transform, unknown } from 'valibot'

/** A list on the wire. An entry that cannot be read is left out; the others are not punished for it. */
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

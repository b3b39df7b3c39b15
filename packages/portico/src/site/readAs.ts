import { type BaseIssue, type BaseSchema, type InferOutput, safeParse } from 'valibot'

/**
 * Reads JSON that has a schema.
 * @throws Error with a reason
 */
export function readAs<Schema extends BaseSchema<unknown, unknown, BaseIssue<unknown>>>(
  schema: Schema,
  content: Buffer | string,
): InferOutput<Schema> {
  let value: unknown
  try {
    value = JSON.parse(content.toString())
  } catch {
    throw new Error('it is not JSON')
  }
  const read = safeParse(schema, value)
  if (!read.success) throw new Error(`it has another form: ${read.issues[0].message}`)
  return read.output
}

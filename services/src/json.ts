import { type GenericSchema, type InferOutput, safeParse } from 'valibot'

/** @returns undefined if the text is not JSON */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** @returns undefined if the value does not match the schema */
export function matching<Schema extends GenericSchema>(
  schema: Schema,
  value: unknown,
): InferOutput<Schema> | undefined {
  const { success, output } = safeParse(schema, value)
  return success ? output : undefined
}

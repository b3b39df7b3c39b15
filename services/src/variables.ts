import {
  type GenericSchema,
  getMetadata,
  type InferInput,
  type InferOutput,
  maxValue,
  metadata,
  minValue,
  type ObjectEntries,
  type ObjectSchema,
  optional,
  pipe,
  rawTransform,
  regex,
  string,
  transform,
} from 'valibot'

/** The values that a process reads from its environment. */
export type Values<Entries extends ObjectEntries> = InferOutput<ObjectSchema<Entries, undefined>>

/**
 * Describes a variable in the guide.
 * @param says in Markdown, for operators
 * @param without what happens when it is not set, for a variable without a default: `no prices`
 */
export const about = <Schema extends GenericSchema>(schema: Schema, says: string, without?: string) =>
  pipe(schema, metadata({ says, without }))

/** A variable that need not be set. */
export const variable = <Schema extends GenericSchema>(schema: Schema, says: string, without?: string) =>
  optional(about(schema, says, without))

/** The same with a default, as it would be set. */
export const withDefault = <Schema extends GenericSchema<string, unknown>>(
  standard: InferInput<Schema>,
  schema: Schema,
  says: string,
) => optional(about(schema, says), standard)

/** A text in a format of its own. @param read returns undefined if the text is malformed */
export const parsed = <Value>(read: (text: string) => Value | undefined, message: string) =>
  pipe(
    string(message),
    rawTransform<string, Value>(({ dataset, addIssue, NEVER }) => {
      const value = read(dataset.value)
      if (value !== undefined) return value
      addIssue({ message })
      return NEVER
    }),
  )

/** Decimal digits only. @param unit completes the message: `milliseconds` */
export function wholeNumber(min: number, max: number, unit?: string) {
  const message = `must be a whole number ${unit ? `of ${unit} ` : ''}from ${min} to ${max}`
  const digits = new RegExp(`^\\d{1,${String(max).length}}$`)
  return pipe(string(), regex(digits, message), transform(Number), minValue(min, message), maxValue(max, message))
}

/** A row of the guide's table. */
export interface VariableRow {
  readonly name: string
  /** The default, or why there is none. */
  readonly standard: string
  readonly says: string
}

interface Described {
  readonly type: string
  readonly wrapped?: GenericSchema
  readonly default?: unknown
}

/** The rows for the guide, in the order of the schema. @throws Error if a variable has no description */
export function rowsOf(entries: ObjectEntries): readonly VariableRow[] {
  return Object.entries(entries).map(([name, schema]) => {
    const { type, wrapped, default: standard } = schema as Described
    const { says, without } = getMetadata((wrapped ?? schema) as GenericSchema) as { says?: string; without?: string }
    if (says === undefined) throw new Error(`${name} has no description.`)
    if (standard !== undefined) return { name, standard: `\`${standard}\``, says }
    if (type !== 'optional') return { name, standard: 'none: required', says }
    return { name, standard: without === undefined ? 'none' : `none: ${without}`, says }
  })
}

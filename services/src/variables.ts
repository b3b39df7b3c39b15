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

/** The parsed values of a set of variables. */
export type Values<Entries extends ObjectEntries> = InferOutput<ObjectSchema<Entries, undefined>>

/**
 * Adds a variable's description, which the guide shows.
 * @param says the description for operators, in Markdown
 * @param without the consequence of leaving a variable without a default unset: `no prices`
 */
export const about = <Schema extends GenericSchema>(schema: Schema, says: string, without?: string) =>
  pipe(schema, metadata({ says, without }))

/** An optional variable. */
export const variable = <Schema extends GenericSchema>(schema: Schema, says: string, without?: string) =>
  optional(about(schema, says, without))

/** An optional variable with a default, written as an operator would set it. */
export const withDefault = <Schema extends GenericSchema<string, unknown>>(
  standard: InferInput<Schema>,
  schema: Schema,
  says: string,
) => optional(about(schema, says), standard)

/** A text in a custom format. @param read parses the text; returns undefined if it is malformed */
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

/** A whole number in decimal digits. @param unit the unit in the error message: `milliseconds` */
export function wholeNumber(min: number, max: number, unit?: string) {
  const message = `must be a whole number ${unit ? `of ${unit} ` : ''}from ${min} to ${max}`
  const digits = new RegExp(`^\\d{1,${String(max).length}}$`)
  return pipe(string(), regex(digits, message), transform(Number), minValue(min, message), maxValue(max, message))
}

/** A row of the guide's table of variables. */
export interface VariableRow {
  readonly name: string
  /** The default, or `none` with the consequence. */
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

import {
  array,
  custom,
  type GenericSchema,
  maxLength,
  minLength,
  pipe,
  record,
  string,
  transform,
  unknown,
} from 'valibot'

/**
 * Sizes of what the two windows post to each other. Neither believes the other, and a message may be as large as a browser
 * can copy, so each part says how large it may be, and is measured before it is read. Lengths are in UTF-16 units.
 */

/** Nothing that a page or a person says of itself is longer. */
export const LABEL_MAX = 255
/** What browsers and servers agree to take. */
export const URL_MAX = 2_048
/** The way back from a provider carries a code, a state and sometimes a whole token. */
export const RESULT_URI_MAX = 16_384
export const PROJECT_ID_MAX = 64
export const TOKEN_MAX = 4_096
/** Of a text to sign that nobody has to read to its end; what a page sends for signing is bounded with its parameters. */
export const SIGN_IN_MESSAGE_MAX = 16_384
/** An ERC-6492 signature carries the code that deploys its account. */
export const SIGNATURE_MAX = 131_072

export const textUpTo = (max: number) => pipe(string(), maxLength(max, 'is too long'))
export const someTextUpTo = (max: number) =>
  pipe(string(), minLength(1, 'must not be empty'), maxLength(max, 'is too long'))

/** The list is measured before its first entry is read. */
export const listUpTo = <Schema extends GenericSchema<unknown, unknown>>(max: number, entry: Schema) =>
  pipe(
    custom<readonly unknown[]>(
      (value) => Array.isArray(value) && value.length <= max,
      `must be a list of at most ${max}`,
    ),
    array(entry),
  )

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const KEY_MAX = 128

const Key = textUpTo(KEY_MAX)

/** Names and values; counted before they are read. */
export const recordUpTo = <Schema extends GenericSchema<unknown, unknown>>(
  max: number,
  entry: Schema,
  key: GenericSchema<string, string> = Key,
) =>
  pipe(
    custom<Readonly<Record<string, unknown>>>(
      (value) => isRecord(value) && Object.keys(value).length <= max,
      `must have at most ${max} entries`,
    ),
    record(key, entry),
  )

/** A payload that says nothing: one that comes all the same is dropped unread. */
export const Nothing = pipe(
  unknown(),
  transform((): undefined => undefined),
)

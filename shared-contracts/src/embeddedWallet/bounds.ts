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
 * Size limits for messages between page and frame. Neither of the two trusts the other, and a message may be as large
 * as a browser can copy. So every part has a limit, and is measured before it is parsed. Lengths are in UTF-16 units.
 */

/** Longer than the name or the label of any page or person. */
export const LABEL_MAX = 255
/** The longest URL that all browsers and servers accept. */
export const URL_MAX = 2_048
/** A provider's return URL contains a code, a state and sometimes a whole token. */
export const RESULT_URI_MAX = 16_384
export const PROJECT_ID_MAX = 64
export const TOKEN_MAX = 4_096
/** For sign-in messages, which no one has to read to the end. Other texts to sign are limited with their parameters. */
export const SIGN_IN_MESSAGE_MAX = 16_384
/** An ERC-6492 signature includes the code that deploys its account. */
export const SIGNATURE_MAX = 131_072

export const textUpTo = (max: number) => pipe(string(), maxLength(max, 'is too long'))
export const someTextUpTo = (max: number) =>
  pipe(string(), minLength(1, 'must not be empty'), maxLength(max, 'is too long'))

/** A list whose length is checked before its first entry is parsed. */
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

/** A record whose entries are counted before they are parsed. */
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

/** An empty payload. Anything that is sent anyway is dropped unread. */
export const Nothing = pipe(
  unknown(),
  transform((): undefined => undefined),
)

import { minLength, optional, pipe, string } from 'valibot'
import { type MailOptions, type MailValues, mailEnvironment, mailOptions } from '../oneTimeCodes/environment.ts'

/** The key length of HS256 in hexadecimal; longer secrets are accepted. */
const SECRET_MIN_CHARACTERS = 32
const SECRET = `must have at least ${SECRET_MIN_CHARACTERS} characters, from a generator of random ones`

/** Environment variables for signing in. */
export const authEnvironment = {
  AUTH_SECRET: optional(pipe(string(), minLength(SECRET_MIN_CHARACTERS, SECRET))),
  ...mailEnvironment,
}

export interface AuthOptions {
  /** Signs tokens. Changing it signs everybody out. */
  readonly secret: string
  /** Without it no codes are sent. */
  readonly mail?: MailOptions
}

interface Values extends MailValues {
  readonly AUTH_SECRET?: string | undefined
}

/**
 * Without a secret, signing in is off.
 * @throws Error with one sentence if mail has no sender
 */
export function authOptions(values: Values): AuthOptions | undefined {
  const mail = mailOptions(values)
  return values.AUTH_SECRET ? { secret: values.AUTH_SECRET, ...(mail && { mail }) } : undefined
}

import { minLength, optional, pipe, string } from 'valibot'
import { type MailOptions, type MailValues, mailEnvironment, mailOptions } from '../oneTimeCodes/environment.ts'

/** As long as the keys of HS256, written in hexadecimal or longer. */
const SECRET_MIN_CHARACTERS = 32
const SECRET = `must have at least ${SECRET_MIN_CHARACTERS} characters, from a generator of random ones`

/** The environment of signing in. */
export const authEnvironment = {
  AUTH_SECRET: optional(pipe(string(), minLength(SECRET_MIN_CHARACTERS, SECRET))),
  ...mailEnvironment,
}

export interface AuthOptions {
  /** Signs tokens. Whoever changes it signs everybody out. */
  readonly secret: string
  /** Without it no codes are sent. */
  readonly mail?: MailOptions
}

interface Values extends MailValues {
  readonly AUTH_SECRET?: string | undefined
}

/**
 * Without a secret nobody can sign in.
 * @throws Error with one sentence on mail without a sender
 */
export function authOptions(values: Values): AuthOptions | undefined {
  const mail = mailOptions(values)
  return values.AUTH_SECRET ? { secret: values.AUTH_SECRET, ...(mail && { mail }) } : undefined
}

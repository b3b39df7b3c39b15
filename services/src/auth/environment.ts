import { minLength, pipe, string } from 'valibot'
import { type MailOptions, type mailEnvironment, mailOptions } from '../oneTimeCodes/environment.ts'
import { type Values, variable } from '../variables.ts'

/** The key length of HS256 in hexadecimal digits; longer secrets are accepted. */
const SECRET_MIN_CHARACTERS = 32
const SECRET = `must have at least ${SECRET_MIN_CHARACTERS} characters, from a generator of random ones`

/** The environment variables of this service only; those for mail are shared with other services. */
export const authEnvironment = {
  AUTH_SECRET: variable(
    pipe(string(), minLength(SECRET_MIN_CHARACTERS, SECRET)),
    'at least 32 random characters, which sign sessions; changing it signs everyone out. Secret',
    'no one can sign in (503)',
  ),
}

export interface AuthOptions {
  /** Signs the tokens. A new secret signs everyone out. */
  readonly secret: string
  /** If absent, no codes are sent. */
  readonly mail?: MailOptions
}

/**
 * @returns undefined without a secret: no one can sign in
 * @throws Error with a one-sentence message if mail has no sender address
 */
export function authOptions(values: Values<typeof authEnvironment & typeof mailEnvironment>): AuthOptions | undefined {
  const mail = mailOptions(values)
  return values.AUTH_SECRET ? { secret: values.AUTH_SECRET, ...(mail && { mail }) } : undefined
}

import { array, boolean, minValue, number, object, pipe, safeInteger, string, unknown } from 'valibot'
import { askAsPerson } from '../askAsPerson.ts'
import type { AskProvider } from '../askProvider.ts'
import { type Dialect, standIn } from '../dialect.ts'
import type { SocialClient } from '../environment.ts'
import { SocialFailure } from '../failure.ts'
import { shownEmail, shownName } from '../shown.ts'

/** https://docs.github.com/en/rest/users/users#get-the-authenticated-user: a login can change hands, the id cannot. */
const User = object({ id: pipe(number(), safeInteger(), minValue(1)), login: string() })
/** https://docs.github.com/en/rest/users/emails */
const Emails = array(object({ email: unknown(), primary: boolean(), verified: boolean() }))

/** The address is for display only: if the app has no permission to read it, the sign-in continues without one. */
async function confirmedEmail(ask: AskProvider, url: string, token: string): Promise<string | null> {
  try {
    const emails = await askAsPerson(ask, url, token, Emails)
    return shownEmail(emails.find(({ primary, verified }) => primary && verified)?.email)
  } catch (error) {
    if (error instanceof SocialFailure) return null
    throw error
  }
}

export function github({ id, secret, url }: SocialClient): Dialect {
  const at = standIn(url)
  return {
    clientId: id,
    server: {
      issuer: 'https://github.com',
      authorization_endpoint: at('https://github.com/login/oauth/authorize'),
      token_endpoint: at('https://github.com/login/oauth/access_token'),
    },
    scopes: ['read:user', 'user:email'],
    // https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps: GitHub asks the person
    // every time.
    parameters: { prompt: 'select_account' },
    isOpenId: false,
    secretIn: 'body',
    // GitHub sends this error with status 200.
    codeError: 'bad_verification_code',
    secret: () => secret,
    async readPerson({ ask, tokens: { accessToken } }) {
      const user = await askAsPerson(ask, at('https://api.github.com/user'), accessToken, User)
      const email = await confirmedEmail(ask, at('https://api.github.com/user/emails'), accessToken)
      return { id: String(user.id), email, userName: shownName(user.login) }
    },
  }
}

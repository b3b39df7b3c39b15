import { object, pipe, regex, string } from 'valibot'
import { askAsPerson } from '../askAsPerson.ts'
import { type Dialect, standIn } from '../dialect.ts'
import type { SocialClient } from '../environment.ts'
import { shownName } from '../shown.ts'

/** https://docs.x.com/x-api/users/get-my-user: there is no e-mail address, and a user name may pass to someone else. */
const User = object({ data: object({ id: pipe(string(), regex(/^\d{1,20}$/)), username: string() }) })

export function x({ id, secret, url }: SocialClient): Dialect {
  const at = standIn(url)
  return {
    clientId: id,
    server: {
      issuer: 'https://x.com',
      authorization_endpoint: at('https://x.com/i/oauth2/authorize'),
      token_endpoint: at('https://api.x.com/2/oauth2/token'),
    },
    // The API requires the second scope, though no tweet is read.
    scopes: ['users.read', 'tweet.read'],
    isOpenId: false,
    secretIn: 'header',
    codeError: 'invalid_request',
    secret: () => secret,
    async readPerson({ ask, tokens: { accessToken } }) {
      const { data } = await askAsPerson(ask, at('https://api.x.com/2/users/me'), accessToken, User)
      return { id: data.id, email: null, userName: shownName(data.username) }
    },
  }
}

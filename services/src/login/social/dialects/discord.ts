import { boolean, nullish, object, pipe, regex, string, unknown } from 'valibot'
import { askAsPerson } from '../askAsPerson.ts'
import { type Dialect, standIn } from '../dialect.ts'
import type { SocialClient } from '../environment.ts'
import { shownEmail, shownName } from '../shown.ts'

/** https://discord.com/developers/docs/resources/user#user-object */
const User = object({
  id: pipe(string(), regex(/^\d{1,20}$/)),
  username: string(),
  global_name: nullish(string()),
  email: nullish(unknown()),
  verified: nullish(boolean()),
})

export function discord({ id, secret, url }: SocialClient): Dialect {
  const at = standIn(url)
  return {
    clientId: id,
    server: {
      issuer: 'https://discord.com',
      authorization_endpoint: at('https://discord.com/oauth2/authorize'),
      token_endpoint: at('https://discord.com/api/oauth2/token'),
    },
    scopes: ['identify', 'email'],
    // https://discord.com/developers/docs/topics/oauth2: Discord asks the person every time.
    parameters: { prompt: 'consent' },
    isOpenId: false,
    secretIn: 'header',
    secret: () => secret,
    async readPerson({ ask, tokens: { accessToken } }) {
      const user = await askAsPerson(ask, at('https://discord.com/api/v10/users/@me'), accessToken, User)
      return {
        id: user.id,
        email: user.verified === true ? shownEmail(user.email) : null,
        userName: shownName(user.global_name) ?? shownName(user.username),
      }
    },
  }
}

import { createHmac } from 'node:crypto'
import { object, optional, pipe, regex, string } from 'valibot'
import { askAsPerson } from '../askAsPerson.ts'
import { type Dialect, standIn } from '../dialect.ts'
import type { SocialClient } from '../environment.ts'
import { shownName } from '../shown.ts'

const VERSION = 'v23.0'

/** https://developers.facebook.com/docs/graph-api/reference/user: the id is specific to this app. */
const User = object({ id: pipe(string(), regex(/^\d{1,32}$/)), name: optional(string()) })

export function facebook({ id, secret, url }: SocialClient): Dialect {
  const at = standIn(url)
  const me = at(`https://graph.facebook.com/${VERSION}/me`)
  return {
    clientId: id,
    server: {
      issuer: 'https://www.facebook.com',
      authorization_endpoint: at(`https://www.facebook.com/${VERSION}/dialog/oauth`),
      token_endpoint: at(`https://graph.facebook.com/${VERSION}/oauth/access_token`),
    },
    // The e-mail address is not requested: Facebook does not say whether it is confirmed.
    scopes: ['public_profile'],
    isOpenId: false,
    secretIn: 'body',
    // Facebook's code for "Invalid parameter".
    codeError: '100',
    secret: () => secret,
    async readPerson({ ask, tokens: { accessToken } }) {
      // https://developers.facebook.com/docs/graph-api/guides/secure-requests: a token alone is not accepted.
      const proof = createHmac('sha256', secret).update(accessToken).digest('hex')
      const query = new URLSearchParams({ fields: 'id,name', appsecret_proof: proof })
      const user = await askAsPerson(ask, `${me}?${query}`, accessToken, User)
      return { id: user.id, email: null, userName: shownName(user.name) }
    },
  }
}

import { Hono } from 'hono'
import { createDesk, formOf, type LocalClient } from '../desk.ts'
import { accountNumber, fullName } from '../people.ts'

/** Discord: standard OAuth 2.0, with its own format of API errors. */
export function discord(client: LocalClient): Hono {
  const desk = createDesk(client)
  const app = new Hono()
  desk.offer(app, '/oauth2/authorize', 'Discord', {
    error: 'access_denied',
    error_description: 'The resource owner or authorization server denied the request',
  })
  app.post('/api/oauth2/token', async (c) => {
    const redeemed = desk.redeem(c.req.header('authorization'), await formOf(c))
    if (redeemed === 'client') return c.json({ error: 'invalid_client' }, 401)
    if (redeemed === 'code') {
      return c.json({ error: 'invalid_grant', error_description: 'Invalid "code" in request.' }, 400)
    }
    return c.json({
      token_type: 'Bearer',
      access_token: redeemed.token,
      expires_in: 604_800,
      refresh_token: 'none-here',
      scope: redeemed.scopes.join(' '),
    })
  })
  return app.get('/api/v10/users/@me', (c) => {
    const person = desk.personOf(c)
    if (!person) return c.json({ message: '401: Unauthorized', code: 0 }, 401)
    return c.json({
      id: accountNumber('discord', person),
      username: person.login,
      discriminator: '0',
      global_name: fullName(person),
      avatar: null,
      email: person.email,
      verified: person.isVerified,
    })
  })
}

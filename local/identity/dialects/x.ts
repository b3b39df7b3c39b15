import { Hono } from 'hono'
import { createDesk, formOf, type LocalClient } from '../desk.ts'
import { accountNumber, fullName } from '../people.ts'

/** X: reports a bad code as an invalid request, and has no e-mail addresses. */
export function x(client: LocalClient): Hono {
  const desk = createDesk(client)
  const app = new Hono()
  desk.offer(app, '/i/oauth2/authorize', 'X', { error: 'access_denied' })
  app.post('/2/oauth2/token', async (c) => {
    const redeemed = desk.redeem(c.req.header('authorization'), await formOf(c))
    if (redeemed === 'client') {
      return c.json({ error: 'unauthorized_client', error_description: 'Missing valid authorization header' }, 401)
    }
    if (redeemed === 'code') {
      return c.json(
        { error: 'invalid_request', error_description: 'Value passed for the authorization code was invalid.' },
        400,
      )
    }
    return c.json({
      token_type: 'bearer',
      expires_in: 7_200,
      access_token: redeemed.token,
      scope: redeemed.scopes.join(' '),
    })
  })
  return app.get('/2/users/me', (c) => {
    const person = desk.personOf(c)
    if (!person) {
      return c.json({ title: 'Unauthorized', type: 'about:blank', status: 401, detail: 'Unauthorized' }, 401)
    }
    return c.json({ data: { id: accountNumber('x', person), name: fullName(person), username: person.login } })
  })
}

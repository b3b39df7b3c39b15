import { createHmac } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { createDesk, formOf, type LocalClient } from '../desk.ts'
import { accountNumber, fullName } from '../people.ts'

const VERSION = 'v23.0'

/** The Graph API's error format. */
const graphError = (c: Context, message: string, code: number) =>
  c.json({ error: { message, type: 'OAuthException', code, fbtrace_id: 'local' } }, 400)

/** Facebook: reports errors in the Graph API's format, and requires a proof of the app secret in API requests. */
export function facebook(client: LocalClient): Hono {
  const desk = createDesk(client)
  const app = new Hono()
  desk.offer(app, `/${VERSION}/dialog/oauth`, 'Facebook', {
    error: 'access_denied',
    error_code: '200',
    error_description: 'Permissions error',
    error_reason: 'user_denied',
  })
  app.post(`/${VERSION}/oauth/access_token`, async (c) => {
    const redeemed = desk.redeem(c.req.header('authorization'), await formOf(c))
    if (redeemed === 'client') return graphError(c, 'Error validating client secret.', 1)
    if (redeemed === 'code') return graphError(c, 'This authorization code has been used.', 100)
    return c.json({ access_token: redeemed.token, token_type: 'bearer', expires_in: 5_183_944 })
  })
  return app.get(`/${VERSION}/me`, (c) => {
    const person = desk.personOf(c)
    if (!person) return graphError(c, 'Invalid OAuth access token - Cannot parse access token', 190)
    const token = c.req.header('authorization')?.slice('Bearer '.length) ?? ''
    if (c.req.query('appsecret_proof') !== createHmac('sha256', client.secret).update(token).digest('hex')) {
      return graphError(c, 'Invalid appsecret_proof provided in the API argument', 100)
    }
    const known: Readonly<Record<string, string | null>> = {
      id: accountNumber('facebook', person),
      name: fullName(person),
      email: person.email,
    }
    const fields = (c.req.query('fields') ?? 'id,name').split(',')
    return c.json(Object.fromEntries(fields.flatMap((field) => (known[field] ? [[field, known[field]]] : []))))
  })
}

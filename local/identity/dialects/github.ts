import { Hono } from 'hono'
import { createDesk, formOf, type LocalClient } from '../desk.ts'
import { accountNumber, fullName } from '../people.ts'

/** GitHub: reports a bad code with status 200, and requires a user agent. */
export function github(client: LocalClient): Hono {
  const desk = createDesk(client)
  const app = new Hono()
  desk.offer(app, '/login/oauth/authorize', 'GitHub', {
    error: 'access_denied',
    error_description: 'The user has denied your application access.',
  })
  app.post('/login/oauth/access_token', async (c) => {
    const redeemed = desk.redeem(c.req.header('authorization'), await formOf(c))
    if (redeemed === 'client') {
      return c.json({
        error: 'incorrect_client_credentials',
        error_description: 'The client_id and/or client_secret passed are incorrect.',
      })
    }
    if (redeemed === 'code') {
      return c.json({
        error: 'bad_verification_code',
        error_description: 'The code passed is incorrect or expired.',
      })
    }
    return c.json({ access_token: redeemed.token, token_type: 'bearer', scope: redeemed.scopes.join(',') })
  })
  app.use('/user/*', async (c, next) => {
    if (!c.req.header('user-agent')) return c.text('Request forbidden by administrative rules.', 403)
    await next()
  })
  app.get('/user', (c) => {
    const person = desk.personOf(c)
    if (!person) return c.json({ message: 'Bad credentials', status: '401' }, 401)
    return c.json({
      login: person.login,
      id: Number(accountNumber('github', person)),
      type: 'User',
      name: fullName(person),
      email: null,
    })
  })
  return app.get('/user/emails', (c) => {
    const person = desk.personOf(c)
    if (!person) return c.json({ message: 'Bad credentials', status: '401' }, 401)
    const { email, isVerified } = person
    return c.json([
      { email: 'old.address@portico.example', primary: false, verified: true, visibility: null },
      ...(email === null ? [] : [{ email, primary: true, verified: isVerified, visibility: 'private' }]),
    ])
  })
}

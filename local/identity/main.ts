/**
 * Runs the stand-ins for Google, Apple, GitHub, Discord, X and Facebook. `SOCIAL_*`, the registered apps, are variables
 * of the login service. `SECURE_SITE_ORIGIN` is where users return to, and `PORT` the port of this process. Sends
 * `ready` to the parent.
 */
import '../endWithParent.ts'
import { socialEnvironment, socialOptions } from '@portico/services/login/social/environment'
import { origin, Port, readVariables } from '@portico/services/processEnvironment'
import { runProcess } from '@portico/services/runProcess'
import { object } from 'valibot'
import { startLocalIdentity } from './startLocalIdentity.ts'

const Environment = object({
  PORT: Port,
  SECURE_SITE_ORIGIN: origin('http://localhost:4303'),
  ...socialEnvironment,
})

await runProcess('The local providers', async () => {
  const { PORT: port, SECURE_SITE_ORIGIN: secureSiteOrigin, ...values } = readVariables(Environment, process.env)
  const running = await startLocalIdentity({ port, secureSiteOrigin, clients: socialOptions(values) })
  process.stdout.write(`${JSON.stringify({ message: 'listening', url: running.origin })}\n`)
  process.send?.('ready')
  return running
})

/**
 * Runs the stand-ins for Farcaster's relay and phone apps. `PORT` is the port of this process, `RELAY_KEY` the key for
 * answers that do not come from its own page. Sends `ready` to the parent.
 */
import '../endWithParent.ts'
import { Port, readVariables } from '@portico/services/processEnvironment'
import { runProcess } from '@portico/services/runProcess'
import { object, optional, string } from 'valibot'
import { startLocalFarcaster } from './startLocalFarcaster.ts'

const Environment = object({ PORT: Port, RELAY_KEY: optional(string(), 'portico-local-development-only') })

await runProcess('The local Farcaster', async () => {
  const { PORT: port, RELAY_KEY: key } = readVariables(Environment, process.env)
  const running = await startLocalFarcaster(port, key)
  process.send?.('ready')
  return running
})

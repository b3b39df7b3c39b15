/**
 * Runs the stand-in for Farcaster's relay and its phone apps. `PORT` is its port, `RELAY_KEY` the key for answers from
 * others than its own page. Sends `ready` to the parent.
 */
import '../localChains/endWithParent.ts'
import { object, optional, string } from 'valibot'
import { Port, readVariables } from '../processEnvironment.ts'
import { runProcess } from '../runProcess.ts'
import { startLocalFarcaster } from './startLocalFarcaster.ts'

const Environment = object({ PORT: Port, RELAY_KEY: optional(string(), 'portico-local-development-only') })

await runProcess('The local Farcaster', async () => {
  const { PORT: port, RELAY_KEY: key } = readVariables(Environment, process.env)
  const running = await startLocalFarcaster(port, key)
  process.send?.('ready')
  return running
})

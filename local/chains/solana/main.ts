/**
 * Runs the local Solana chain until the process is told to end. `SOLANA_PORT` is the port of its JSON-RPC, and the next
 * port is for subscriptions. `SOLANA_MODULES` is the folder where the packages of `fixture/package.json` are installed.
 * Sends `ready` to the parent when it is seeded.
 */
import '../../endWithParent.ts'
import { createChain } from './createChain.ts'
import { answerDesk } from './desk/answerDesk.ts'
import { createDesk } from './desk/createDesk.ts'
import { createFaucet } from './faucet.ts'
import { accountMethods } from './methods/accountMethods.ts'
import { clusterMethods } from './methods/clusterMethods.ts'
import { developmentMethods } from './methods/developmentMethods.ts'
import { tokenMethods } from './methods/tokenMethods.ts'
import { transactionMethods } from './methods/transactionMethods.ts'
import { loadRuntime } from './runtime.ts'
import { seedSolana } from './seedSolana.ts'
import { startServer } from './startServer.ts'

const { SOLANA_PORT, SOLANA_MODULES } = process.env
const port = Number(SOLANA_PORT)
if (!port || !SOLANA_MODULES) throw new Error('SOLANA_PORT and SOLANA_MODULES have to be set.')

// The chain's state is in memory, so there is nothing to save.
for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => process.exit())

const runtime = loadRuntime(SOLANA_MODULES)
const chain = createChain(runtime)
const faucet = createFaucet(chain)
await seedSolana(chain, faucet, runtime)

const context = { chain, faucet }
const methods = {
  ...clusterMethods(context),
  ...accountMethods(context),
  ...tokenMethods(context),
  ...transactionMethods(context),
  ...developmentMethods(context),
}
const desk = answerDesk(createDesk(chain, faucet, runtime))
await startServer({ port, chain, methods, desk })
process.send?.('ready')

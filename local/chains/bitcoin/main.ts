/**
 * Runs the local Bitcoin chain until the process is told to end. `BITCOIND` is the command as a JSON list,
 * `BITCOIND_URL` its JSON-RPC URL with user and password, `BITCOIN_DATA` a folder that is emptied, and `ESPLORA_PORT`
 * the port of the REST interface. Sends `ready` to the parent when the accounts are funded.
 */
import '../../endWithParent.ts'
import { rmSync } from 'node:fs'
import { array, minLength, parse, pipe, string } from 'valibot'
import { createIndex } from './esplora/createIndex.ts'
import { followNode } from './esplora/followNode.ts'
import { esploraRoutes } from './esplora/routes.ts'
import { startEsplora } from './esplora/startEsplora.ts'
import { createFaucet } from './faucet.ts'
import { seedBitcoin } from './seedBitcoin.ts'
import { type Bitcoind, startBitcoind } from './startBitcoind.ts'

const { BITCOIND = '[]', BITCOIND_URL = '', BITCOIN_DATA = '', ESPLORA_PORT } = process.env
const [program = '', ...args] = parse(pipe(array(string()), minLength(1)), JSON.parse(BITCOIND))

let node: Bitcoind | undefined
let isStopping = false

/** Waits until the node has ended, so that no process is left behind. */
async function stop() {
  isStopping = true
  node?.stop()
  await node?.ended
  rmSync(BITCOIN_DATA, { recursive: true, force: true })
  process.exit()
}
process.once('SIGTERM', stop)
process.once('SIGINT', stop)

async function run() {
  node = await startBitcoind({ command: [program, ...args], dataDir: BITCOIN_DATA, rpcUrl: BITCOIND_URL })
  node.ended.then((said) => {
    if (isStopping) return
    console.error(`bitcoind ended unexpectedly. ${said}`)
    process.exit(1)
  })

  const { rpc } = node
  const index = createIndex()
  const follower = followNode(rpc, index)
  const faucet = await createFaucet(rpc)
  await seedBitcoin(faucet)
  await follower.upToDate()
  await startEsplora({ port: Number(ESPLORA_PORT), routes: esploraRoutes({ rpc, index, follower, faucet }), follower })
  process.send?.('ready')
}

run().catch((error) => {
  // A stopping node answers no requests.
  if (isStopping) return
  console.error(error)
  process.exit(1)
})

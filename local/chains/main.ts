/**
 * Runs the local chains until the process is told to end. `EVM_CHAINS=31337:8545,31338:8546` names them with their
 * ports. Sends `ready` to the parent when all are seeded.
 */
import '../endWithParent.ts'
import { seedEvmChain } from './seedEvmChain.ts'
import { type LocalEvmChain, startAnvil } from './startAnvil.ts'

const chains: LocalEvmChain[] = []
let isStopping = false

/** Waits until the chains have ended, so that no process is left behind. */
async function stop() {
  isStopping = true
  for (const chain of chains) chain.stop()
  await Promise.all(chains.map(({ ended }) => ended))
  process.exit()
}

async function runEvmChain(pair: string) {
  const [chainId, port] = pair.split(':').map(Number)
  if (!chainId || !port) throw new Error(`EVM_CHAINS has pairs like 31337:8545, not ${pair}`)
  const chain = await startAnvil({ chainId, port })
  chains.push(chain)
  chain.ended.then((said) => {
    if (isStopping) return
    console.error(`The local chain ${chainId} ended unexpectedly. ${said}`)
    process.exit(1)
  })
  await seedEvmChain(chain.rpcUrl)
}

process.once('SIGTERM', stop)
process.once('SIGINT', stop)

await Promise.all((process.env.EVM_CHAINS ?? '').split(',').filter(Boolean).map(runEvmChain))
process.send?.('ready')

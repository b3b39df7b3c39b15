/**
 * Runs the bundler of a local EVM chain until the process is told to end. `BUNDLER_PORT` is its port, `BUNDLER_MODULES`
 * the folder where the packages of `fixture/package.json` are installed, `BUNDLER_NODE` the JSON-RPC of the chain,
 * which must already be running. Sends `ready` to the parent.
 */
import '../../endWithParent.ts'
import { startBundler } from './startBundler.ts'

const { BUNDLER_PORT, BUNDLER_MODULES, BUNDLER_NODE } = process.env
const port = Number(BUNDLER_PORT)
if (!port || !BUNDLER_MODULES || !BUNDLER_NODE) {
  throw new Error('BUNDLER_PORT, BUNDLER_MODULES and BUNDLER_NODE have to be set.')
}

for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => process.exit())

const bundler = await startBundler({ port, modules: BUNDLER_MODULES, rpcUrl: BUNDLER_NODE })
bundler.ended.then((said) => {
  console.error(`The bundler ended unexpectedly. ${said}`)
  process.exit(1)
})
process.send?.('ready')

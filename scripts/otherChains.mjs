import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureBitcoind } from './bitcoind.mjs'
import { installFixture } from './fixture.mjs'
import { bitcoindUrl } from './local.mjs'

/**
 * @typedef {'solana' | 'bitcoin'} OtherChain
 *
 * @typedef {object} OtherChains
 * @property {boolean} solana whether it runs
 * @property {boolean} bitcoin
 * @property {string[]} missing a sentence for each that does not
 *
 * @typedef {object} OtherChainsOptions
 * @property {ReturnType<typeof import('./local.mjs').localPorts>} ports
 * @property {string} dataDir for the blocks of Bitcoin; it is emptied
 * @property {AbortSignal} signal nothing is started after it
 * @property {(name: string, script: string, env: NodeJS.ProcessEnv) => { ready: () => Promise<void> }} startPart
 */

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const CHAINS = 'services/src/localChains'

/**
 * Starts the chains that are no EVM. What they run on is fetched when it is wanted for the first time, which takes its time
 * and needs a network: nothing else waits for it, and what cannot be had is left out.
 * @param {OtherChainsOptions} options
 * @returns {Promise<OtherChains>} never rejects
 */
export async function startOtherChains({ ports, dataDir, signal, startPart }) {
  /** @type {Record<OtherChain, () => Promise<void>>} */
  const starts = {
    async solana() {
      const modules = await installFixture(join(ROOT, CHAINS, 'solana', 'fixture'), { signal })
      signal.throwIfAborted()
      const env = { SOLANA_PORT: String(ports.solana), SOLANA_MODULES: modules }
      await startPart('solana', `${CHAINS}/solana/main.ts`, env).ready()
    },
    async bitcoin() {
      const command = await ensureBitcoind({ signal })
      signal.throwIfAborted()
      const env = {
        BITCOIND: JSON.stringify(command),
        BITCOIND_URL: bitcoindUrl(ports.bitcoind),
        BITCOIN_DATA: dataDir,
        ESPLORA_PORT: String(ports.esplora),
      }
      await startPart('bitcoin', `${CHAINS}/bitcoin/main.ts`, env).ready()
    },
  }

  /** @type {string[]} */
  const missing = []
  const start = async (/** @type {OtherChain} */ chain, /** @type {string} */ name) => {
    try {
      await starts[chain]()
      return true
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      if (!signal.aborted) missing.push(`There is no local ${name} chain: ${reason.replace(/\.?$/, '.')}`)
      return false
    }
  }
  const [solana, bitcoin] = await Promise.all([start('solana', 'Solana'), start('bitcoin', 'Bitcoin')])
  return { solana, bitcoin, missing }
}

import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureBitcoind } from './bitcoind.mjs'
import { installFixture } from './fixture.mjs'
import { bitcoindUrl } from './local.mjs'
import { startOptional } from './stack/startChild.mjs'

/**
 * @typedef {'solana' | 'bitcoin' | 'bundler'} OtherPart
 * @typedef {import('./stack/startChild.mjs').Child} Child
 *
 * @typedef {object} OtherChains
 * @property {boolean} solana whether it runs
 * @property {boolean} bitcoin
 * @property {boolean} bundler for smart accounts on the first EVM chain
 * @property {string[]} missing one sentence for each that does not run
 *
 * @typedef {object} OtherChainsOptions
 * @property {import('./stack/ports.mjs').Ports} ports
 * @property {boolean} hasBundler
 * @property {string} dataDir for Bitcoin's blocks; it is emptied
 * @property {AbortSignal} signal nothing starts after it aborts
 * @property {(line: string) => void} log is called when a part exits by itself after it was ready
 * @property {(name: string, script: string, env: NodeJS.ProcessEnv) => Child} startPart
 */

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const CHAINS = 'local/chains'

/** Timeout for an unresponsive mirror. */
const FETCH_PATIENCE_MS = 300_000
/** Allows for a busy machine. */
const START_PATIENCE_MS = 60_000

/**
 * Starts the non-EVM chains and the bundler of the first EVM chain. Their software is downloaded on first use, which
 * needs time and a network. Nothing else waits for it, and what is unavailable is left out.
 * @param {OtherChainsOptions} options
 * @returns {Promise<OtherChains>} never rejects
 */
export async function startOtherChains({ ports, hasBundler, dataDir, signal, log, startPart }) {
  const fetching = AbortSignal.any([signal, AbortSignal.timeout(FETCH_PATIENCE_MS)])
  /** The folder with a chain's packages, which are not installed with the repository's other packages. */
  const modulesOf = async (/** @type {OtherPart} */ part) => {
    const modules = await installFixture(join(ROOT, CHAINS, part, 'fixture'), { signal: fetching })
    signal.throwIfAborted()
    return modules
  }
  /** @type {Record<OtherPart, { name: string, needs: number[], start: () => Promise<Child> }>} */
  const parts = {
    solana: {
      name: 'Solana chain',
      needs: [ports.solana, ports.solanaSocket],
      async start() {
        const env = { SOLANA_PORT: String(ports.solana), SOLANA_MODULES: await modulesOf('solana') }
        return startPart('solana', `${CHAINS}/solana/main.ts`, env)
      },
    },
    bitcoin: {
      name: 'Bitcoin chain',
      needs: [ports.bitcoind, ports.esplora],
      async start() {
        const command = await ensureBitcoind({ signal: fetching })
        signal.throwIfAborted()
        return startPart('bitcoin', `${CHAINS}/bitcoin/main.ts`, {
          BITCOIND: JSON.stringify(command),
          BITCOIND_URL: bitcoindUrl(ports.bitcoind),
          BITCOIN_DATA: dataDir,
          ESPLORA_PORT: String(ports.esplora),
        })
      },
    },
    bundler: {
      name: 'bundler',
      needs: [ports.bundler],
      async start() {
        return startPart('bundler', `${CHAINS}/bundler/main.ts`, {
          BUNDLER_PORT: String(ports.bundler),
          BUNDLER_MODULES: await modulesOf('bundler'),
          BUNDLER_NODE: `http://127.0.0.1:${ports.anvil}`,
        })
      },
    },
  }

  /** @type {string[]} */
  const missing = []
  const run = async (/** @type {OtherPart} */ key) => {
    const { name, ...part } = parts[key]
    const reason = await startOptional({ title: `The local ${name}`, ...part, untilReady }, { signal, log })
    const [sentence = ''] = reason?.split('\n') ?? []
    if (reason !== undefined && !signal.aborted) {
      missing.push(`There is no local ${name}: ${sentence.replace(/[.:]?$/, '.')}`)
    }
    return reason === undefined
  }
  const [solana, bitcoin, bundler] = await Promise.all([run('solana'), run('bitcoin'), hasBundler && run('bundler')])
  return { solana, bitcoin, bundler, missing }
}

/** @param {Child} child stopped if it takes too long @throws Error if it exits or is stopped */
async function untilReady(child) {
  const patience = setTimeout(child.stop, START_PATIENCE_MS)
  try {
    await child.ready()
  } finally {
    clearTimeout(patience)
  }
}

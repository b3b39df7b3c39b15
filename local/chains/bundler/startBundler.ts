import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createTestClient, http, parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { SMART_ACCOUNT_CONTRACTS } from '../smartAccountContracts.ts'

const POLL_MS = 50
const LOOPBACK = fileURLToPath(new URL('onLoopback.cjs', import.meta.url))

export interface BundlerSetup {
  readonly port: number
  /** Where the packages of `fixture/package.json` are installed. */
  readonly modules: string
  /** The JSON-RPC URL of an anvil, where the bundler's own accounts are funded. */
  readonly rpcUrl: string
}

export interface LocalBundler {
  readonly url: string
  /** Resolves with the end of the process's output once the process has ended, for whatever reason. */
  readonly ended: Promise<string>
  stop(): void
}

/** How many characters to keep of the process's output. */
const SAID_MAX = 2_000

/** Funds two accounts that only the bundler uses, so that no test waits for their nonces. */
async function fundAccounts(rpcUrl: string) {
  const client = createTestClient({ mode: 'anvil', transport: http(rpcUrl) })
  const keys = [generatePrivateKey(), generatePrivateKey()] as const
  for (const key of keys) await client.setBalance({ address: privateKeyToAddress(key), value: parseEther('1000') })
  return keys
}

/**
 * An ERC-4337 bundler in a process of its own. It does not enforce the rules of ERC-7562 (`--safe-mode false`), which
 * would need a tracer that anvil lacks.
 * @throws Error if the process ends before it answers
 */
export async function startBundler({ port, modules, rpcUrl }: BundlerSetup): Promise<LocalBundler> {
  const [executor, utility] = await fundAccounts(rpcUrl)
  const options = {
    entrypoints: SMART_ACCOUNT_CONTRACTS.entryPoint,
    'executor-private-keys': executor,
    'utility-private-key': utility,
    'rpc-url': rpcUrl,
    port,
    'safe-mode': false,
    'enable-cors': true,
    'block-time': 100,
    'min-executor-balance': 0,
    'log-level': 'error',
  }
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)])
  const alto = join(modules, 'node_modules/@pimlico/alto/esm/cli/alto.js')
  const child = spawn(process.execPath, ['--require', LOOPBACK, alto, ...args], {
    cwd: modules,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-SAID_MAX)
    })
  }
  let hasEnded = false
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('close', () => resolve(said.trim()))
  })
  const stop = () => void child.kill('SIGKILL') // the pool is in memory only
  process.once('exit', stop)
  ended.then(() => {
    hasEnded = true
    process.off('exit', stop)
  })

  const url = `http://localhost:${port}`
  while (!hasEnded) {
    if (await isThere(`http://127.0.0.1:${port}`)) return { url, ended, stop }
    await wait(POLL_MS)
  }
  throw new Error(`The bundler ended: ${await ended}`)
}

async function isThere(url: string): Promise<boolean> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_supportedEntryPoints', params: [] })
  try {
    const answer = await fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
    return answer.ok
  } catch {
    return false
  }
}

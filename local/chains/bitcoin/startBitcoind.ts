import { spawn } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { type BitcoinRpc, createBitcoinRpc } from './bitcoinRpc.ts'

const POLL_MS = 20

export interface BitcoindOptions {
  /** The program with any arguments that it needs to run, such as a loader and its libraries. */
  readonly command: readonly [string, ...string[]]
  readonly dataDir: string
  /** The URL, with user and password. */
  readonly rpcUrl: string
}

export interface Bitcoind {
  readonly rpc: BitcoinRpc
  /** Resolves with the process's output once the process has ended, for whatever reason. */
  readonly ended: Promise<string>
  stop(): void
}

/** Settings for regtest, without peers, and with little memory and disk. */
const settingsOf = ({ dataDir, rpcUrl }: BitcoindOptions) => {
  const { username, password, port } = new URL(rpcUrl)
  return {
    datadir: dataDir,
    rpcport: port,
    rpcuser: username,
    rpcpassword: password,
    rpcbind: '127.0.0.1',
    rpcallowip: '127.0.0.1',
    server: 1,
    listen: 0,
    connect: 0,
    dnsseed: 0,
    fixedseeds: 0,
    txindex: 1,
    // A new chain has no data for estimating fees.
    fallbackfee: '0.0001',
    dbcache: 8,
    debuglogfile: 0,
    printtoconsole: 0,
  }
}

/**
 * Starts a new chain each time.
 * @throws Error if the process ends before it answers, e.g. because the port is in use
 */
export async function startBitcoind(options: BitcoindOptions): Promise<Bitcoind> {
  rmSync(options.dataDir, { recursive: true, force: true })
  mkdirSync(options.dataDir, { recursive: true })
  const [program, ...args] = options.command
  const settings = Object.entries(settingsOf(options)).map(([name, value]) => `-${name}=${value}`)
  const child = spawn(program, [...args, '-regtest', ...settings], { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('close', () => resolve(said.trim()))
  })
  // The next start creates a new chain, so there is nothing to save.
  const stop = () => void child.kill('SIGKILL')
  // Ends the node with this process, however the process ends.
  process.once('exit', stop)
  let hasEnded = false
  ended.then(() => {
    hasEnded = true
    process.off('exit', stop)
  })

  const rpc = createBitcoinRpc(options.rpcUrl)
  while (!hasEnded) {
    const height = await rpc.call<number>('getblockcount').catch(() => undefined)
    if (height === 0 && !hasEnded) return { rpc, ended, stop }
    await wait(POLL_MS)
  }
  throw new Error(`bitcoind ended: ${await ended}`)
}

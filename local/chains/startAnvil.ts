import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { setTimeout as wait } from 'node:timers/promises'
import { createClient, http } from 'viem'

const POLL_MS = 10

const ARCHITECTURES: Partial<Record<NodeJS.Architecture, string>> = { x64: 'amd64', arm64: 'arm64' }

/** The wrapper in `.bin` would add a Node process, and ending it would leave the real one running. */
function anvilBinary() {
  const { platform, arch } = process
  const name = `@foundry-rs/anvil-${platform}-${ARCHITECTURES[arch] ?? arch}/bin/anvil${platform === 'win32' ? '.exe' : ''}`
  return createRequire(import.meta.url).resolve(name)
}

export interface LocalEvmChain {
  readonly rpcUrl: string
  /** Resolves with the process's output once the process has ended, for whatever reason. */
  readonly ended: Promise<string>
  stop(): void
}

/** @throws Error if the process ends before it answers, e.g. because the port is in use */
export async function startAnvil({ chainId, port }: { chainId: number; port: number }): Promise<LocalEvmChain> {
  const rpcUrl = `http://127.0.0.1:${port}`
  const options = ['--host', '127.0.0.1', '--port', String(port), '--chain-id', String(chainId)]
  const child = spawn(anvilBinary(), [...options, '--hardfork', 'prague', '--silent'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('close', () => resolve(said.trim()))
  })
  // The chain's state is in memory, so there is nothing to save.
  const stop = () => void child.kill('SIGKILL')
  // Ends the chain with this process, however the process ends.
  process.once('exit', stop)
  let hasEnded = false
  ended.then(() => {
    hasEnded = true
    process.off('exit', stop)
  })

  const client = createClient({ transport: http(rpcUrl, { retryCount: 0 }) })
  while (!hasEnded) {
    const answer = await client.request({ method: 'eth_chainId' }).catch(() => undefined)
    if (Number(answer) === chainId && !hasEnded) return { rpcUrl, ended, stop }
    await wait(POLL_MS)
  }
  throw new Error(`anvil for chain ${chainId} ended: ${await ended}`)
}

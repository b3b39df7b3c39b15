import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const CHAINS = join(import.meta.dirname, '../../local/chains')

export interface LocalChainPart {
  /** Ends the process, and waits for its end. */
  stop(): Promise<void>
}

/**
 * Starts a local chain in a process of its own. Resolves when the chain is seeded.
 * @param script the path of the script in `local/chains`
 * @throws Error with the output of the process, if it ends before that
 */
export async function startLocalChain(script: string, env: Readonly<Record<string, string>>): Promise<LocalChainPart> {
  const child: ChildProcess = fork(join(CHAINS, script), {
    env: { ...process.env, ...env },
    silent: true,
    execArgv: ['--import', 'tsx'],
  })
  let said = ''
  child.stdout?.resume()
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  const ended = once(child, 'exit').then(() => {
    throw new Error(`${script} ended: ${said}`)
  })
  ended.catch(() => {})
  await Promise.race([once(child, 'message'), ended])
  return {
    async stop() {
      if (child.exitCode !== null || !child.kill('SIGTERM')) return
      await once(child, 'exit')
    },
  }
}

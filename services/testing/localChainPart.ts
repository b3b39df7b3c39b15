import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const CHAINS = join(import.meta.dirname, '../../local/chains')

export interface LocalChainPart {
  /** Ends it, and waits for its end. */
  stop(): Promise<void>
}

/**
 * A local chain in a process of its own. Resolves when it is seeded.
 * @param script below `local/chains`
 * @throws Error with its output, if it ends before that
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

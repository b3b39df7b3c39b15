import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { freshDatabase, testRedis } from './databases.ts'

const ROOT = join(import.meta.dirname, '../..')

export const PROJECT_ID = '00000000000000000000000000000001'

/** One token for each scope, and one token with all scopes. */
export const TOKENS = {
  read: 'test-read-0123456789abcdef',
  toggle: 'test-toggle-0123456789abcdef',
  release: 'test-release-0123456789abcdef',
  all: 'test-all-0123456789abcdef',
} as const

const ADMIN_TOKENS = (['read', 'toggle', 'release'] as const)
  .flatMap((scope) => [`${scope}:${TOKENS[scope]}`, `${scope}:${TOKENS.all}`])
  .join()

export interface RunningServices {
  readonly url: string
  /** The process's output so far. */
  output(): string
  /** Ends the process like a supervisor and returns its exit code. */
  stop(): Promise<number | null>
  /** Kills the process like a machine failure: at once, without cleanup. */
  crash(): Promise<void>
}

const base = () => {
  const { PATH, TMPDIR, PGLITE_TEMPLATE } = process.env
  return { PATH, TMPDIR, ...(PGLITE_TEMPLATE && { PGLITE_TEMPLATE }), PORT: '0', LOG_LEVEL: 'info' }
}

/** Starts the executable, or a bundle of it, with this environment only. */
export function spawnServices(environment: NodeJS.ProcessEnv, entry = ['--import', 'tsx', 'services/src/main.ts']) {
  const child = spawn(process.execPath, entry, { cwd: ROOT, env: { ...base(), ...environment } })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const exited = once(child, 'exit').then(([code]: (number | null)[]) => code ?? null)
  return { child, exited, output: () => output }
}

const urlOf = (line: string): string | undefined =>
  line.includes('"listening"') ? (JSON.parse(line) as { url: string }).url : undefined

/** Runs the services as a process, with the local project and the tokens above. */
export async function runServices(environment: NodeJS.ProcessEnv = {}, entry?: string[]): Promise<RunningServices> {
  const database = environment.DATA_DIR || environment.DATABASE_URL ? {} : await freshDatabase()
  const known = { ADMIN_TOKENS, SEED_PROJECT_ID: PROJECT_ID, ...testRedis(), ...database, ...environment }
  const { child, exited, output } = spawnServices(known, entry)
  const url = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      const found = urlOf(line)
      if (found) resolve(found)
    })
    void exited.then(() => reject(new Error(output())))
  })
  return {
    url,
    output,
    stop() {
      child.kill('SIGTERM')
      return exited
    },
    async crash() {
      child.kill('SIGKILL')
      await exited
    },
  }
}

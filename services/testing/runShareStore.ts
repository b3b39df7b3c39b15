import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { ShareStore } from '@portico/contracts/services/login'
import { spawnServices } from './runServices.ts'

const ENTRY = ['--import', 'tsx', join('services', 'src', 'shares', 'main.ts')]

/** Starts the process of a share store with this environment only. The process may refuse to start. */
export const spawnShareStore = (environment: NodeJS.ProcessEnv) => spawnServices(environment, ENTRY)

/** Runs one share store as deployed, as a process of its own. A test with both stores runs two processes. */
export async function runShareStore(store: ShareStore, environment: NodeJS.ProcessEnv) {
  const { child, exited, output } = spawnShareStore({ SHARE_STORE: store, ...environment })
  const url = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      if (line.includes('"listening"')) resolve((JSON.parse(line) as { url: string }).url)
    })
    void exited.then(() => reject(new Error(output())))
  })
  return {
    url,
    output,
    /** Ends the process like a supervisor and returns its exit code. */
    stop() {
      child.kill('SIGTERM')
      return exited
    },
  }
}

import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { ShareStore } from '@portico/contracts/services/login'
import { spawnServices } from './runServices.ts'

const ENTRY = ['--import', 'tsx', join('services', 'src', 'shares', 'main.ts')]

/** The process of a share store, with nothing in its environment but this; it may refuse to start. */
export const spawnShareStore = (environment: NodeJS.ProcessEnv) => spawnServices(environment, ENTRY)

/** One share store as it is deployed: a process of its own. Both stores in one test are two of these. */
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
    /** Ends the process as a supervisor does and returns its exit code. */
    stop() {
      child.kill('SIGTERM')
      return exited
    },
  }
}

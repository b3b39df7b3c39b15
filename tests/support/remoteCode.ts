import { join } from 'node:path'

const REMOTES = join(__dirname, '../../remotes')

/**
 * Code of a remote, as far as a test goes: nothing else of the project needs its folder to be there. What it is is said by whoever
 * asks, in a type of their own.
 * @param files below `remotes`
 */
export async function remoteCode<Code>(...files: readonly string[]): Promise<Code> {
  return Object.assign({}, ...(await Promise.all(files.map((file) => import(join(REMOTES, file))))))
}

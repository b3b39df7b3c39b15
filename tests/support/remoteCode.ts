import { join } from 'node:path'

const REMOTES = join(__dirname, '../../remotes')

/**
 * Loads a remote's code for a test; nothing else in the project needs the remote's folder. The caller provides the
 * type.
 * @param files below `remotes`
 */
export async function remoteCode<Code>(...files: readonly string[]): Promise<Code> {
  return Object.assign({}, ...(await Promise.all(files.map((file) => import(join(REMOTES, file))))))
}

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { localPorts, localUrl } from '../local.mjs'
import { changeIndex } from './changeIndex.mjs'
import { LOCAL, readDeployment } from './deployment.mjs'
import { indexIn } from './releaseIndex.mjs'
import { isLocal } from './releaseKeys.mjs'

const PATIENCE_MS = 2_000

/** Checks the server, because a crashed stack leaves its file behind. @param {string} file @param {string} host */
async function isServed(file, host) {
  if (!existsSync(file)) return false
  try {
    const answer = await fetch(`${host}/release-index.txt`, { signal: AbortSignal.timeout(PATIENCE_MS) })
    return (await answer.text()) === readFileSync(file, 'utf8')
  } catch {
    return false
  }
}

/**
 * The index that a command works on: the named index; or, for this machine, the running local stack's index, or else
 * the last build's.
 * @param {string} root
 * @param {string} origin the origin that the index is signed for
 * @param {string} [host] of the local stack
 * @throws Error if there is none
 */
export async function findIndexFile(root, origin, host = localUrl(localPorts().host)) {
  const stack = join(root, `.portico/index-${process.env.PORT_OFFSET ?? 0}/release-index.txt`)
  const file =
    process.env.PORTICO_RELEASE_INDEX ||
    (isLocal(origin) && (await isServed(stack, host)) ? stack : indexIn(join(root, 'dist')))
  if (!existsSync(file)) {
    throw new Error(`There is no release index at ${file} yet: run \`npm run build\` or \`npm start\` first.`)
  }
  return file
}

/**
 * The index that a command reads and changes, for the deployment in the environment.
 * @param {string} root
 * @throws Error if there is none
 */
export async function openIndex(root) {
  const deployment = readDeployment()
  const [origin = ''] = (deployment ?? LOCAL).audience
  const file = await findIndexFile(root, origin)
  return {
    file,
    changeIndex: (/** @type {Parameters<typeof changeIndex>[1]} */ change) => changeIndex(file, change, deployment),
  }
}

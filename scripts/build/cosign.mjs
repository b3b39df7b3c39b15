import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { logServed, unfinished } from './releaseIndex.mjs'
import { holdersAmong, readReleaseKeys, signaturesOf } from './releaseKeys.mjs'
import { countHolders, withSignatures } from './releaseRoot.mjs'
import { joinPairs, lastRoot, readPairs, rootsOf } from './signedText.mjs'

/**
 * Adds a holder's signatures to an index that lacks some. With the last one, the index is put in place.
 * @param {string} file of the served index
 * @returns {Promise<string>} how many have signed
 * @throws Error if no index lacks signatures
 */
export async function cosign(file) {
  const path = unfinished(file)
  if (!existsSync(path)) throw new Error(`No index lacks signatures: ${path} does not exist.`)
  const pairs = readPairs(readFileSync(path, 'utf8'))
  const shell = lastRoot(rootsOf(file))?.roles.shell
  const index = pairs.at(-1)
  if (!index || !shell) throw new Error(`${path} is not an index with roles.`)
  const keys = holdersAmong(readReleaseKeys(JSON.parse(index.signed).audience), shell)
  index.signatures = withSignatures(index.signatures, signaturesOf(index.signed, keys))
  writeFileSync(path, joinPairs(pairs))
  const count = await countHolders(shell, index)
  const isComplete = count >= shell.threshold
  if (isComplete) {
    renameSync(path, file)
    logServed(file)
  }
  return `${count} of ${shell.threshold} holders of the role shell have signed ${isComplete ? file : path}`
}

import { existsSync, readFileSync } from 'node:fs'

/**
 * Signed texts: two lines each, signatures and JSON. The release index has two lines for each root before its own
 * (`shared-contracts/src/services/verifyIndex.ts`).
 *
 * @typedef {import('@portico/contracts/services/releaseIndex').ReleaseRole} Role
 * @typedef {import('@portico/contracts/services/releaseIndex').ReleaseRoot} Root
 * @typedef {{ signatures: string, signed: string }} Signed
 */

/** @param {string} text @returns {Signed[]} in the order of the file */
export function readPairs(text) {
  const lines = text.split('\n')
  return lines.flatMap((signatures, at) => (at % 2 ? [] : [{ signatures, signed: lines[at + 1] ?? '' }]))
}

/** @param {readonly Signed[]} pairs */
export const joinPairs = (pairs) => pairs.map(({ signatures, signed }) => `${signatures}\n${signed}`).join('\n')

/**
 * The roots of a deployment, oldest first: those in the file that `PORTICO_RELEASE_ROOT` names, or else those of the
 * index.
 * @param {string} [indexFile]
 * @returns {Signed[]}
 */
export function rootsOf(indexFile = '', file = process.env.PORTICO_RELEASE_ROOT) {
  if (file) return existsSync(file) ? readPairs(readFileSync(file, 'utf8').trimEnd()) : []
  return existsSync(indexFile) ? readPairs(readFileSync(indexFile, 'utf8')).slice(0, -1) : []
}

/** @param {readonly Signed[]} roots @returns {Root | undefined} */
export function lastRoot(roots) {
  const last = roots.at(-1)
  return last && JSON.parse(last.signed)
}

/** The remotes whose teams sign their own releases. @param {Root | undefined} root @returns {string[]} */
export const teamsOf = (root) =>
  Object.keys(root?.roles ?? {}).flatMap((role) => (role.startsWith('remote:') ? [role.slice(7)] : []))

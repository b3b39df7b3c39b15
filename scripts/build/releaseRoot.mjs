import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isRemoteId } from '@portico/remote/remoteId'
import { evaluate } from '@portico/remote/staticHalf'
import { signaturesOf } from './releaseKeys.mjs'
import { joinPairs, lastRoot, readPairs } from './signedText.mjs'

/**
 * Roots: who may sign what. A new root is proposed, signed by its holders one after another, each where the key is, and
 * accepted once the holders of the last root and its own have signed it.
 *
 * @typedef {import('./signedText.mjs').Role} Role
 * @typedef {import('./signedText.mjs').Root} Root
 * @typedef {import('./signedText.mjs').Signed} Signed
 */

const VERIFIER = fileURLToPath(new URL('../../shared-contracts/src/services/verifyIndex.ts', import.meta.url))
const KEY = /^(ed25519|p256):[A-Za-z\d_.-]{1,64}:[A-Za-z\d+/]+={0,2}$/
const DEFAULT_MONTHS = 12

/**
 * How many holders of a role have signed.
 * @param {Role} role @param {Signed} pair @returns {Promise<number>}
 */
export async function countHolders(role, { signatures, signed }) {
  /** @type {typeof import('@portico/contracts/services/verifyIndex')} */
  const { isSigned } = await evaluate(VERIFIER)
  let count = 0
  while (await isSigned({ ...role, threshold: count + 1 }, signatures, signed)) count += 1
  return count
}

/** The proposed root, until it is accepted. @param {string} file of the roots */
export const proposalOf = (file) => `${file}.next`

/** @param {string} file @returns {Signed[]} */
const readRoots = (file) => (existsSync(file) ? readPairs(readFileSync(file, 'utf8').trimEnd()) : [])

/** @param {string} name @param {unknown} role @returns {asserts role is Role} @throws Error with one sentence */
function checkRole(name, role) {
  const { keys, threshold } = /** @type {Partial<Role>} */ (role ?? {})
  const team = /^remote:(.*)$/.exec(name)?.[1]
  if (!['root', 'shell', 'timestamp'].includes(name) && !isRemoteId(team ?? '')) {
    throw new Error(`"${name}" is no role: there are root, shell, timestamp and remote:<id>.`)
  }
  if (!Array.isArray(keys) || !keys.length) throw new Error(`The role ${name} has no keys.`)
  const wrong = keys.find((key) => !KEY.test(key))
  if (wrong !== undefined)
    throw new Error(`The role ${name} has "${wrong}", which is not a key like ed25519:<id>:<base64>.`)
  const ids = new Set(keys.map((key) => key.split(':')[1]))
  // One holder with two ids would count twice.
  if (new Set(keys).size !== keys.length || new Set(keys.map((key) => key.split(':')[2])).size !== keys.length) {
    throw new Error(`The role ${name} has a key twice.`)
  }
  if (!Number.isInteger(threshold) || Number(threshold) < 1 || Number(threshold) > ids.size) {
    throw new Error(`The threshold of ${name} is from 1 to ${ids.size}, the number of its holders.`)
  }
}

/**
 * Writes an unsigned root beside the others.
 * @param {string} file of the roots @param {string} rolesFile JSON: `{ "expires"?, "roles": { … } }`
 * @returns {Root}
 * @throws Error with one sentence about a role that cannot be
 */
export function proposeRoot(file, rolesFile) {
  const { roles, expires } = /** @type {Partial<Root>} */ (JSON.parse(readFileSync(rolesFile, 'utf8')))
  if (!roles?.root || !roles.shell) throw new Error('A root needs the roles root and shell.')
  for (const [name, role] of Object.entries(roles)) checkRole(name, role)
  const end = expires === undefined ? new Date() : new Date(expires)
  if (expires === undefined) end.setMonth(end.getMonth() + DEFAULT_MONTHS)
  if (!(end.getTime() > Date.now())) throw new Error(`"${expires}" is not a date in the future.`)
  const version = (lastRoot(readRoots(file))?.version ?? 0) + 1
  /** @type {Root} */
  const root = { type: 'root', version, expires: end.toISOString(), roles }
  writeFileSync(proposalOf(file), joinPairs([{ signatures: '', signed: JSON.stringify(root) }]))
  return root
}

/** @param {string} file @returns {Signed} @throws Error if no root is proposed */
function readProposal(file) {
  const [proposal] = readRoots(proposalOf(file))
  if (!proposal) throw new Error(`No root is proposed at ${proposalOf(file)}.`)
  return proposal
}

/**
 * Adds signatures.
 * @param {string} before @param {string} added
 */
export const withSignatures = (before, added) =>
  [...new Set([...before.split(','), ...added.split(',')])].filter(Boolean).join(',')

/**
 * What a proposed root still lacks: the holders of the last root and its own have to sign it.
 * @param {string} file of the roots @param {Signed} proposal
 * @returns {Promise<string[]>} such as `1 of 2 holders of root 1`; empty if nothing is lacking
 */
async function lacking(file, proposal) {
  const last = lastRoot(readRoots(file))
  /** @type {Root} */
  const next = JSON.parse(proposal.signed)
  const lacks = []
  for (const root of last ? [last, next] : [next]) {
    const count = await countHolders(root.roles.root, proposal)
    const { threshold } = root.roles.root
    if (count < threshold) lacks.push(`${count} of ${threshold} holders of root ${root.version} have signed`)
  }
  return lacks
}

/**
 * Signs the proposed root.
 * @param {string} file of the roots @param {import('./releaseKeys.mjs').ReleaseKeys[]} pairs
 * @returns {Promise<string[]>} what it still lacks
 */
export async function signRoot(file, pairs) {
  const { signatures, signed } = readProposal(file)
  const proposal = { signed, signatures: withSignatures(signatures, signaturesOf(signed, pairs)) }
  writeFileSync(proposalOf(file), joinPairs([proposal]))
  return lacking(file, proposal)
}

/**
 * Makes the proposed root the last one.
 * @param {string} file of the roots
 * @returns {Promise<Root>}
 * @throws Error if signatures are missing, or another root was accepted in the meantime
 */
export async function acceptRoot(file) {
  const proposal = readProposal(file)
  const roots = readRoots(file)
  /** @type {Root} */
  const next = JSON.parse(proposal.signed)
  if (next.version !== (lastRoot(roots)?.version ?? 0) + 1) throw new Error(`Root ${next.version} is not the next one.`)
  const lacks = await lacking(file, proposal)
  if (lacks.length) throw new Error(`Root ${next.version} cannot be accepted: ${lacks.join('; ')}.`)
  writeFileSync(file, joinPairs([...roots, proposal]))
  rmSync(proposalOf(file))
  return next
}

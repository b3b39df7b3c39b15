import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'

/** Bytes in brotli that a remote's files may have. @typedef {typeof REMOTE_LIMITS} RemoteLimits */
export const REMOTE_LIMITS = { entry: 3_000, viewChunk: 15_000 }

/** A chunk with only chain libraries has this name, and no limit of its own. */
const CHAIN_LIBRARY = /^chain[-.]/

/** The size in brotli, quality 11. @param {Uint8Array} content */
export const brotliSize = (content) =>
  brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length

/**
 * The scripts of a version, the entry first.
 * @param {{ entry: { file: string }, expose: { file: string }[], views: Record<string, { file: string }[]> }} files its
 *   `static.json`
 * @param {RemoteLimits} [limits]
 * @returns {{ what: string, file: string, limit?: number }[]}
 */
export function scriptsOf({ entry, expose, views }, limits = REMOTE_LIMITS) {
  const chunks = new Set(Object.values(views).flatMap((files) => files.map(({ file }) => file)))
  const viewsOf = (/** @type {string} */ chunk) =>
    Object.keys(views).filter((view) => views[view]?.some(({ file }) => file === chunk))
  return [
    { what: 'entry', file: entry.file, limit: limits.entry },
    // Slots and state, loaded with the entry; the design sets no limit.
    ...expose.map(({ file }) => ({ what: 'remote.ts', file })),
    ...[...chunks].map((file) => ({
      what: `${viewsOf(file).join(', ')} (${file})`,
      file,
      ...(CHAIN_LIBRARY.test(basename(file)) ? {} : { limit: limits.viewChunk }),
    })),
  ]
}

/**
 * The sizes of a built version.
 * @param {string} folder the version's files @param {RemoteLimits} [limits]
 * @returns {{ what: string, bytes: number, limit?: number }[]}
 */
export const weigh = (folder, limits) =>
  scriptsOf(JSON.parse(readFileSync(join(folder, 'static.json'), 'utf8')), limits).map(({ what, file, ...limit }) => ({
    what,
    bytes: brotliSize(readFileSync(join(folder, file))),
    ...limit,
  }))

const kB = (/** @type {number} */ bytes) => `${(bytes / 1000).toFixed(1)} kB`

/** @param {string} folder the version's files @throws Error that names each file above its limit */
export function refuseHeavy(folder) {
  const heavy = weigh(folder).filter(({ bytes, limit }) => limit !== undefined && bytes > limit)
  if (heavy.length === 0) return
  throw new Error(heavy.map(({ what, bytes, limit = 0 }) => `${what} has ${kB(bytes)}, above ${kB(limit)}.`).join('\n'))
}

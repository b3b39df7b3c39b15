import { createGunzip } from 'node:zlib'

const BLOCK = 512

/** @param {Buffer} header @param {number} from @param {number} length */
const text = (header, from, length) => header.toString('utf8', from, from + length).replace(/\0.*$/s, '')

/** @param {Buffer} header */
function readHeader(header) {
  const size = Number.parseInt(text(header, 124, 12), 8)
  if (!Number.isSafeInteger(size) || size < 0) throw new Error('This is no tar archive.')
  const prefix = text(header, 345, 155)
  const name = text(header, 0, 100)
  return { path: prefix ? `${prefix}/${name}` : name, size, isFile: [0, 0x30].includes(header[156] ?? -1) }
}

/**
 * Yields the wanted files of a `.tgz` one at a time; the others are skipped. Writes nothing, so paths in the archive
 * are harmless. Long names (pax, GNU) are not supported: npm's packages have none in the places we read.
 * @param {Uint8Array} archive @param {(path: string) => boolean} isWanted
 * @returns {AsyncGenerator<{ path: string, content: Buffer }>}
 * @throws Error if the file is not such an archive, or is truncated
 */
export async function* readTar(archive, isWanted) {
  const unpacked = createGunzip()
  unpacked.end(archive)
  let rest = Buffer.alloc(0)
  /** @type {{ path: string, size: number, isFile: boolean } | undefined} */
  let entry
  let isEnded = false
  for await (const chunk of unpacked) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    while (!isEnded) {
      if (!entry) {
        if (rest.length < BLOCK) break
        const header = rest.subarray(0, BLOCK)
        rest = rest.subarray(BLOCK)
        isEnded = header.every((byte) => byte === 0)
        if (!isEnded) entry = readHeader(header)
      } else {
        const padded = Math.ceil(entry.size / BLOCK) * BLOCK
        if (rest.length < padded) break
        if (entry.isFile && isWanted(entry.path)) {
          yield { path: entry.path, content: Buffer.from(rest.subarray(0, entry.size)) }
        }
        rest = rest.subarray(padded)
        entry = undefined
      }
    }
  }
  if (!isEnded) throw new Error('The archive is cut off.')
}

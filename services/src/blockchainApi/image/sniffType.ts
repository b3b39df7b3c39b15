import type { RegistryImage } from '../../walletRegistry/image.ts'

export type ImageType = RegistryImage['type']
export type RasterType = Exclude<ImageType, 'image/svg+xml'>

const latin1 = (bytes: Uint8Array, from: number, to: number) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1', from, to)

/** An AVIF begins with a box `ftyp`: the size, the brand, its version and the compatible brands (ISO 14496-12 §4.3). */
function isAvif(bytes: Uint8Array): boolean {
  if (latin1(bytes, 4, 8) !== 'ftyp') return false
  const size = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0)
  const brands = latin1(bytes, 8, Math.min(size, 128)).match(/.{4}/gs) ?? []
  return brands.some((brand, index) => index !== 1 && (brand === 'avif' || brand === 'avis'))
}

/** The type according to the first bytes, whatever a header says. SVG is not detected: it has no fixed first bytes. */
export function sniffType(bytes: Uint8Array): RasterType | undefined {
  if (bytes.length < 16) return undefined
  if (latin1(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png'
  if (latin1(bytes, 0, 3) === '\xff\xd8\xff') return 'image/jpeg'
  if (/^GIF8[79]a/.test(latin1(bytes, 0, 6))) return 'image/gif'
  if (latin1(bytes, 0, 4) === 'RIFF' && latin1(bytes, 8, 12) === 'WEBP') return 'image/webp'
  return isAvif(bytes) ? 'image/avif' : undefined
}

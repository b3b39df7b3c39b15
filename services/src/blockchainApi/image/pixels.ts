import type { RasterType } from './sniffType.ts'

/** Limited, because each pixel takes four bytes of memory in every browser that shows it, however small the file is. */
const PIXELS_MAX = 8_192 * 8_192

/** Width and height. */
type Size = readonly [number, number]

/** The JPEG markers that begin a frame: `SOF0` to `SOF15`, except those used for tables. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/** The size of a JPEG is in its frame, after segments with a length (ITU T.81 §B.1.1.4). */
function jpegSize(bytes: Buffer): Size | undefined {
  for (let at = 2; at + 9 <= bytes.length; ) {
    if (bytes[at] !== 0xff) return undefined
    const marker = bytes.readUInt8(at + 1)
    if (isFrame(marker)) return [bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)]
    // Any number of fill bytes may precede a marker.
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2)
  }
  return undefined
}

/** The size of a WebP is in its first chunk, which has one of three types (RFC 9649 §2). */
function webpSize(bytes: Buffer): Size | undefined {
  const kind = bytes.toString('latin1', 12, 16)
  if (kind === 'VP8X') return [bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1]
  if (kind === 'VP8 ') return [bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff]
  if (kind !== 'VP8L') return undefined
  const bits = bytes.readUInt32LE(21)
  return [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1]
}

/** In an AVIF, each picture has its size in a property `ispe` (ISO 23008-12 §6.5.3). The largest size counts. */
function avifSize(bytes: Buffer): Size | undefined {
  let largest: Size | undefined
  for (let at = bytes.indexOf('ispe'); at !== -1; at = bytes.indexOf('ispe', at + 4)) {
    const size: Size = [bytes.readUInt32BE(at + 8), bytes.readUInt32BE(at + 12)]
    if (!largest || size[0] * size[1] > largest[0] * largest[1]) largest = size
  }
  return largest
}

const sizes: Readonly<Record<RasterType, (bytes: Buffer) => Size | undefined>> = {
  'image/png': (bytes) => [bytes.readUInt32BE(16), bytes.readUInt32BE(20)],
  'image/gif': (bytes) => [bytes.readUInt16LE(6), bytes.readUInt16LE(8)],
  'image/jpeg': jpegSize,
  'image/webp': webpSize,
  'image/avif': avifSize,
}

/** Whether an image states its size and is small enough to be shown in a visitor's browser. */
export function isDrawable(type: RasterType, content: Uint8Array): boolean {
  try {
    const size = sizes[type](Buffer.from(content.buffer, content.byteOffset, content.length))
    return size !== undefined && size[0] > 0 && size[1] > 0 && size[0] * size[1] <= PIXELS_MAX
  } catch {
    // The bytes end before the size is known.
    return false
  }
}

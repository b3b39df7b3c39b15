import { assert, constantFrom, property, uint8Array } from 'fast-check'
import { isDrawable } from './pixels.ts'
import { type RasterType, sniffType } from './sniffType.ts'

const u16 = (value: number, isLittle = false) => {
  const bytes = Buffer.alloc(2)
  if (isLittle) bytes.writeUInt16LE(value)
  else bytes.writeUInt16BE(value)
  return bytes
}
const u24 = (value: number) => Buffer.from([value & 0xff, (value >> 8) & 0xff, value >> 16])
const u32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
const latin1 = (text: string) => Buffer.from(text, 'latin1')

/** Makes the first bytes of an image of each type, with the given size. */
const heads: Readonly<Record<string, (width: number, height: number) => Buffer>> = {
  PNG: (width, height) => Buffer.concat([latin1('\x89PNG\r\n\x1a\n\0\0\0\rIHDR'), u32(width), u32(height)]),
  GIF: (width, height) => Buffer.concat([latin1('GIF89a'), u16(width, true), u16(height, true), Buffer.alloc(8)]),
  JPEG: (width, height) =>
    Buffer.concat([
      latin1('\xff\xd8\xff\xe0\0\x04ab\xff\xff\xc4\0\x03a\xff\xc2\0\x11\x08'),
      u16(height),
      u16(width),
      Buffer.alloc(4),
    ]),
  'WebP, extended': (width, height) =>
    Buffer.concat([latin1('RIFF0000WEBPVP8X\x0a\0\0\0\0\0\0\0'), u24(width - 1), u24(height - 1)]),
  'WebP, lossy': (width, height) =>
    Buffer.concat([
      latin1('RIFF0000WEBPVP8 00000000\x9d\x01\x2a').subarray(0, 26),
      u16(width, true),
      u16(height, true),
    ]),
  'WebP, lossless': (width, height) => {
    const bits = Buffer.alloc(4)
    bits.writeUInt32LE((width - 1) | ((height - 1) << 14))
    return Buffer.concat([latin1('RIFF0000WEBPVP8L0000\x2f'), bits])
  },
  AVIF: (width, height) =>
    Buffer.concat([
      latin1('\0\0\0\x1cftypavif\0\0\0\0mif1avif'),
      latin1('\0\0\0\x14ispe\0\0\0\0'),
      u32(1),
      u32(1),
      latin1('\0\0\0\x14ispe\0\0\0\0'),
      u32(width),
      u32(height),
    ]),
}

const isShown = (bytes: Uint8Array) => {
  const type = sniffType(bytes)
  return type !== undefined && isDrawable(type, bytes)
}

test.each(Object.entries(heads))('%s is shown up to a size that fits into the memory of any machine', (name, head) => {
  expect(isShown(head(1, 1))).toBe(true)
  expect(isShown(head(8_000, 8_000))).toBe(true)
  expect(isShown(head(16_000, 16_000))).toBe(false)
  expect(isShown(head(16_000, 100))).toBe(true)
  // The first 17 bytes contain the size of a GIF, but not the size of any other type.
  expect(isShown(head(1, 1).subarray(0, 17))).toBe(name === 'GIF')
})

test('an image with a height or width of zero is refused', () => {
  for (const name of ['PNG', 'GIF', 'JPEG']) expect(isShown(heads[name]?.(0, 1) ?? Buffer.alloc(0))).toBe(false)
})

test('any bytes after the header are judged without throwing', () => {
  const types = constantFrom<RasterType>('image/png', 'image/gif', 'image/jpeg', 'image/webp', 'image/avif')
  const begins = constantFrom('', '\xff\xd8\xff', 'RIFF0000WEBPVP8X', 'RIFF0000WEBPVP8L', '0000ftypavif0000ispe')
  assert(
    property(types, begins, uint8Array({ maxLength: 64 }), (type, begin, rest) => {
      expect(typeof isDrawable(type, Buffer.concat([latin1(begin), rest]))).toBe('boolean')
    }),
    { numRuns: 100 },
  )
})

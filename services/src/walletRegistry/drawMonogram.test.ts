import { assert, property, string } from 'fast-check'
import { drawLetters, drawMonogram, GROUND, monogramOf } from './drawMonogram.ts'
import { registryWallets } from './registryWallets.ts'

const textIn = (svg: string) => /<text[^>]*>([^<]*)<\/text>/.exec(svg)?.[1]

test.each([
  ['MetaMask', 'M'],
  ['trust wallet', 'TW'],
  ['αU wallet', 'ΑW'],
  ['1inch Wallet', '1W'],
  ['  (The) Best   Wallet ', 'TB'],
  ['钱包', '钱'],
  ['محفظة رقمية', 'مر'],
  ['नमस्ते दुनिया', 'नदु'],
  ['Ünal', 'Ü'],
  ['U\u0308nal', 'U\u0308'],
  ['🦊', '•'],
  ['<script>', 'S'],
  ['', '•'],
])('the monogram of "%s" is %s', (name, monogram) => expect(monogramOf(name)).toBe(monogram))

test('a name adds nothing but text to the drawing', () => {
  expect(textIn(String(drawLetters('<&">\'', 'a').content))).toBe('&#60;&#38;&#34;&#62;&#39;')
  assert(
    property(string({ unit: 'binary' }), (name) => {
      const svg = String(drawMonogram(name, 'a').content)
      expect(svg).toMatch(/^<svg [^<>]*><rect [^<>]*\/><text [^<>]*>[^<>]*<\/text><\/svg>$/)
      expect(Buffer.from(svg).toString()).toBe(svg)
    }),
    { numRuns: 500 },
  )
})

test('wallets differ in color', () => {
  const grounds = registryWallets.map(({ wire }) => String(drawMonogram(wire.name, wire.id).content))
  expect(new Set(grounds.map((svg) => /fill="(hsl[^"]+)"/.exec(svg)?.[1])).size).toBeGreaterThan(200)
})

/** CSS Color 4, §7.1 */
function channels(hue: number, saturation: number, lightness: number) {
  const reach = saturation * Math.min(lightness, 1 - lightness)
  return [0, 8, 4].map((n) => {
    const k = (n + hue / 30) % 12
    return lightness - reach * Math.max(-1, Math.min(k - 3, 9 - k, 1))
  })
}

/** WCAG 2.2 */
const luminance = (rgb: readonly number[]) =>
  rgb
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
    .reduce((sum, value, index) => sum + value * ([0.2126, 0.7152, 0.0722][index] ?? 0), 0)

test('white letters are readable on every background', () => {
  for (let hue = 0; hue < 360; hue++) {
    const ground = luminance(channels(hue, GROUND.saturation / 100, GROUND.lightness / 100))
    expect(1.05 / (ground + 0.05)).toBeGreaterThanOrEqual(4.5)
  }
})

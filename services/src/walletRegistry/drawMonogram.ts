import { createHash } from 'node:crypto'
import { type RegistryImage, svgImage } from './image.ts'

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The first user-perceived character, in any script: accents and joined forms stay with their letter. */
const firstGrapheme = (word: string) => graphemes.segment(word)[Symbol.iterator]().next().value?.segment ?? ''

/** The first letters or digits of the first two words; a dot for a name without any. */
export function monogramOf(name: string): string {
  const words = name.split(/[^\p{L}\p{N}\p{M}]+/u).filter((word) => /^[\p{L}\p{N}]/u.test(word))
  return words.slice(0, 2).map(firstGrapheme).join('').toUpperCase() || '•'
}

/** The background, on which white has a contrast of at least 4.5, for every hue (WCAG 2.2, 1.4.3). */
export const GROUND = { saturation: 50, lightness: 30 } as const

const SIZE = 96
const FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif"
const FONT_SIZES = [48, 48, 40, 30, 24]

const escapeXml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/**
 * A few characters on a colored background.
 * @param seed determines the color
 */
export function drawLetters(letters: string, seed: string): RegistryImage {
  const hue = createHash('sha256').update(seed).digest().readUInt16BE() % 360
  const fontSize = FONT_SIZES[letters.length] ?? 20
  return svgImage(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE}" height="${SIZE}" viewBox="0 0 ${SIZE} ${SIZE}">` +
      `<rect width="${SIZE}" height="${SIZE}" fill="hsl(${hue}, ${GROUND.saturation}%, ${GROUND.lightness}%)"/>` +
      `<text x="50%" y="50%" dy=".35em" text-anchor="middle" font-family="${FONT}" font-size="${fontSize}" ` +
      `font-weight="600" fill="#fff">${escapeXml(letters)}</text></svg>`,
  )
}

/** The monogram of a name, for something without an image. */
export const drawMonogram = (name: string, seed: string): RegistryImage => ({
  ...drawLetters(monogramOf(name), seed),
  isStandIn: true,
})

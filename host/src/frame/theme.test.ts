/** @jest-environment jsdom */
import { readFileSync } from 'node:fs'
import { fillBrowserGaps } from '@portico/contracts/testing'
import fc from 'fast-check'
import { contrast, readableAccent, themeProperties } from './theme.ts'

type Rgb = readonly [number, number, number]
type Mode = 'dark' | 'light'

beforeAll(fillBrowserGaps)

const MODES = ['dark', 'light'] as const
const channel = fc.integer({ min: 0, max: 255 })
const anyColour = fc.tuple(channel, channel, channel)

/** The surfaces that the style sheet actually paints, dark then light. */
const painted = [
  ...readFileSync('shared-contracts/ui/tokens.css', 'utf8').matchAll(/--w-color-surface: #(\w{6});/g),
].map(([, hex = '']) => [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb)
const SURFACE: Record<Mode, Rgb> = { dark: painted[0] as Rgb, light: painted[1] as Rgb }

test('WCAG 2.2: black on white is 21 to 1, a color on itself 1 to 1, in either order', () => {
  expect(contrast([0, 0, 0], [255, 255, 255])).toBeCloseTo(21)
  expect(contrast([18, 52, 86], [18, 52, 86])).toBe(1)
  // The example that every contrast checker gives: #767676 on white.
  expect(contrast([118, 118, 118], [255, 255, 255])).toBeCloseTo(4.54, 2)
  expect(contrast([255, 255, 255], [118, 118, 118])).toBe(contrast([118, 118, 118], [255, 255, 255]))
})

describe.each(MODES)('an accent that the site has chosen, in %s mode', (mode) => {
  test('is visible on the surface, and readable behind text, whatever color the site sets', () => {
    fc.assert(
      fc.property(anyColour, (colour) => {
        const { accent, ink } = readableAccent(colour, mode)
        expect(contrast(accent, SURFACE[mode])).toBeGreaterThanOrEqual(3)
        expect(contrast(accent, ink)).toBeGreaterThanOrEqual(4.5)
        expect([...accent, ...ink].every((one) => Number.isInteger(one) && one >= 0 && one <= 255)).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })

  test('stays unchanged if it is already visible and readable', () => {
    fc.assert(
      fc.property(anyColour, (colour) => {
        const inks: Rgb[] = [
          [14, 14, 16],
          [255, 255, 255],
        ]
        const isFine = contrast(colour, SURFACE[mode]) >= 3 && inks.some((ink) => contrast(colour, ink) >= 4.5)
        if (isFine) expect(readableAccent(colour, mode).accent).toEqual(colour)
      }),
    )
  })

  test('keeps its hue and moves no further than needed', () => {
    const navy: Rgb = [0, 0, 90]
    const cream: Rgb = [255, 250, 220]
    const colour = mode === 'dark' ? navy : cream
    const { accent } = readableAccent(colour, mode)
    expect(accent).not.toEqual(colour)
    expect(contrast(accent, SURFACE[mode])).toBeLessThan(4.5)
  })
})

describe('the variables of a site', () => {
  const properties = (variables: Record<string, string | number>) => themeProperties(variables, 'dark')

  test.each([
    ['--w3m-font-family', 'Georgia', '--w-font', 'Georgia'],
    ['--w3m-border-radius-master', '4px', '--w-radius-frame', '20px'],
    ['--w3m-border-radius-master', '0px', '--w-radius-control', '0px'],
    ['--w3m-border-radius-master', '100px', '--w-radius-frame', '40px'],
    ['--w3m-font-size-master', '10px', '--w-scale', '1'],
    ['--w3m-font-size-master', '1px', '--w-scale', '0.8'],
    ['--w3m-font-size-master', '99px', '--w-scale', '1.2'],
    ['--w3m-z-index', '12', '--w-z-index', '12'],
    ['--w3m-z-index', 12, '--w-z-index', '12'],
  ])('%s with the value %p sets %s to %s', (name, value, token, expected) => {
    expect(properties({ [name]: value })[token]).toBe(expected)
  })

  test('our own prefix wins over the two other known ones', () => {
    const all = { '--w3m-z-index': 1, '--apkt-z-index': 2, '--portico-z-index': 3 }
    const { '--portico-z-index': _, ...others } = all
    expect(properties(all)['--w-z-index']).toBe('3')
    expect(properties(others)['--w-z-index']).toBe('2')
  })

  test.each([
    ['--w3m-border-radius-master', 'round'],
    ['--w3m-border-radius-master', '4px; color: red'],
    ['--w3m-border-radius-master', '-4px'],
    ['--w3m-font-size-master', 'big'],
    ['--w3m-z-index', 'auto'],
    ['--w3m-z-index', '1; position: fixed'],
    ['--w3m-accent', 'no colour'],
    ['--w3m-unknown', '4px'],
    ['color', 'red'],
    ['--w3m-z-index', '   '],
  ])('%s with the value %p changes nothing', (name, value) => {
    expect(properties({ [name]: value })).toEqual({})
  })

  test('whatever the input, only our own properties result, each of them text', () => {
    const names = [
      'accent',
      'color-mix',
      'color-mix-strength',
      'font-family',
      'z-index',
      'border-radius-master',
      'qr-color',
    ]
    const value = fc.oneof(
      fc.string(),
      fc.double(),
      fc.constantFrom<string | number>('red', '4px', '#123456', Number.NaN),
    )
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...names.map((name) => `--w3m-${name}`)), value), (variables) => {
        for (const [name, text] of Object.entries(properties(variables))) {
          expect(name).toMatch(/^--w-[a-z-]+$/)
          expect(text).toMatch(/^[^;{}]*$/)
          if (name !== '--w-font') expect(text).not.toMatch(/NaN|undefined/)
        }
      }),
    )
  })
})

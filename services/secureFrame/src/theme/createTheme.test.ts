/** @jest-environment jsdom */
import fc from 'fast-check'
import { contrast, readColour } from './colours.ts'
import { createTheme, type WantedTheme } from './createTheme.ts'

function shown(...wanted: WantedTheme[]) {
  const root = document.createElement('div')
  const theme = createTheme(root, () => false)
  for (const one of wanted) theme.apply(one)
  return { mode: root.dataset.theme, style: root.style, accent: root.style.getPropertyValue('--w-color-accent') }
}

test('the page sets the dark or light theme and its accent', () => {
  const { mode, accent, style } = shown({
    themeMode: 'light',
    w3mThemeVariables: { '--w3m-accent': 'hsla(231, 100%, 40%, 1)', '--w3m-background': '#fff' },
  })
  expect([mode, accent]).toEqual(['light', 'rgb(0 31 204)'])
  expect(style.getPropertyValue('--w-color-on-accent')).toBe('rgb(255 255 255)')
})

test('settings that are not repeated stay, and "apkt" names take precedence over "w3m" names', () => {
  const first = { themeMode: 'dark', w3mThemeVariables: { '--w3m-accent': '#7c8cff' } } as const
  expect(shown(first, { themeVariables: {} }).accent).toBe('rgb(124 140 255)')
  expect(shown(first, { themeVariables: { '--w3m-accent': '#f80', '--apkt-accent': '#8f8' } }).accent).toBe(
    'rgb(136 255 136)',
  )
})

test('an accent that is invisible on this surface is ignored', () => {
  expect(shown({ themeMode: 'dark', themeVariables: { '--w3m-accent': '#151517' } }).accent).toBe('')
  expect(shown({ themeMode: 'light', themeVariables: { '--w3m-accent': '#fefefe' } }).accent).toBe('')
  // This accent is visible in the dark theme only.
  const accent = { '--w3m-accent': '#f4f4f5' }
  expect(shown({ themeMode: 'dark', themeVariables: accent }).accent).not.toBe('')
  expect(shown({ themeMode: 'dark', themeVariables: accent }, { themeMode: 'light' }).accent).toBe('')
})

test('only a length changes the corner radius', () => {
  const of = (value: string | number) =>
    shown({ themeVariables: { '--w3m-border-radius-master': value } }).style.getPropertyValue('--w-radius-control')
  expect([of('2px'), of('0px'), of('99px')]).toEqual(['6px', '0px', '24px'])
  for (const value of [2, '1em', '-2px', 'calc(9px)', '2px;color:red', 'var(--x)']) expect(of(value)).toBe('')
})

test('whatever a page sends changes only accent and corners, and none of its text gets into the styles', () => {
  const names = fc.oneof(
    fc.constantFrom('--w3m-accent', '--w3m-border-radius-master', '--w3m-font-family', '--w-color-text', 'color'),
    fc.string(),
  )
  const values = fc.oneof(fc.string(), fc.integer(), fc.constantFrom('url(https://evil.example)', '#123', 'red', '9px'))
  fc.assert(
    fc.property(fc.dictionary(names, values), (themeVariables) => {
      const { style } = shown({ themeMode: 'dark', themeVariables })
      for (const name of Array.from(style)) {
        expect(name).toMatch(/^--w-(?:color-(?:on-)?accent|radius-(?:row|control|logo|tag))$/)
        expect(style.getPropertyValue(name)).toMatch(/^(?:rgb\(\d+ \d+ \d+\)|[\d.]+px)$/)
      }
    }),
  )
})

test.each([
  ['#fff', [255, 255, 255]],
  ['#7C8CFF', [124, 140, 255]],
  ['rgb(1, 2, 3)', [1, 2, 3]],
  ['rgb(100% 0% 50% / 1)', [255, 0, 128]],
  ['hsl(120deg 100% 50%)', [0, 255, 0]],
  ['hsl(-120, 100%, 50%)', [0, 0, 255]],
] as const)('%s is read as a color', (text, expected) => expect(readColour(text)).toEqual(expected))

test.each(['', 'red', '#ffff', 'rgb(1 2 3 / 50%)', 'rgb(300 0 0)', 'hsl(0 0 0)', 'rgb(1 2)', 'url(x)', 'rgb(1 2 3);'])(
  '%p is not accepted as a color',
  (text) => expect(readColour(text)).toBeUndefined(),
)

test('contrast is computed as WCAG defines it', () => expect(contrast([0, 0, 0], [255, 255, 255])).toBe(21))

import { DEFAULT_SOCIALS } from '../src/index.ts'
import { findProvider, SOCIAL_PROVIDERS } from './providers.ts'

test('every provider is listed once, in the order of the specification', () => {
  expect(SOCIAL_PROVIDERS.map(({ id }) => id)).toEqual(DEFAULT_SOCIALS)
})

test("views.md §6.3: the providers' names as they are shown", () => {
  expect(SOCIAL_PROVIDERS.map(({ name }) => name)).toEqual([
    'Google',
    'X',
    'Discord',
    'Farcaster',
    'GitHub',
    'Apple',
    'Facebook',
  ])
})

test('each provider is found by its id, and by nothing else', () => {
  for (const provider of SOCIAL_PROVIDERS) expect(findProvider(provider.id)).toBe(provider)
  for (const id of ['', 'Google', 'constructor', '__proto__']) expect(findProvider(id)).toBeUndefined()
})

test("every logo consists of a few paths, in its owner's colors or in the text's color", () => {
  const drawings = SOCIAL_PROVIDERS.map(({ logo }) => logo.paths)
  expect(new Set(drawings.map((paths) => JSON.stringify(paths))).size).toBe(SOCIAL_PROVIDERS.length)
  for (const { d, fill = '#000000' } of drawings.flat()) {
    expect(d).toMatch(/^M[-\d. a-zA-Z]+z$/)
    expect(fill).toMatch(/^#[\da-f]{6}$/)
  }
})

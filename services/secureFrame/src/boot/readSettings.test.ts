import { readSettings } from './readSettings.ts'

const settings = {
  services: 'https://api.example',
  shares: { auth: 'https://auth.example', recovery: 'https://recovery.example' },
  bundlers: { 'eip155:1': 'https://bundler.example/rpc' },
  isDevelopment: false,
}

const pageWith = (content: string | undefined) => {
  const meta = content === undefined ? null : { getAttribute: () => content }
  return {
    querySelector: (selector: string) => (selector === 'meta[name="portico-site"]' ? meta : null),
  } as unknown as Document
}

test('the page says where its services are', () => {
  expect(readSettings(pageWith(JSON.stringify(settings)))).toEqual(settings)
})

test.each([
  ['no server has filled it', ''],
  ['there is none', undefined],
  ['it is no JSON', '{'],
  ['a store is missing', JSON.stringify({ ...settings, shares: { auth: 'https://auth.example' } })],
  ['an origin has a path', JSON.stringify({ ...settings, services: 'https://api.example/x' })],
])('a page is of no use where %s', (_, content) => {
  expect(readSettings(pageWith(content))).toBeUndefined()
})

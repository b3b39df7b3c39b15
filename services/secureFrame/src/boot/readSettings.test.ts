import { readSettings } from './readSettings.ts'

const settings = {
  services: 'https://api.example',
  shares: { auth: 'https://auth.example', recovery: 'https://recovery.example' },
  bundlers: { 'eip155:1': 'https://bundler.example/rpc' },
  isDevelopment: false,
}

/** The part of the secure site's server that serves settings. */
const serving = (answer: () => Response) =>
  (async (url: unknown) => (url === '/settings.json' ? answer() : new Response('', { status: 404 }))) as typeof fetch

test("the secure site's page learns where its services are", async () => {
  expect(await readSettings(serving(() => Response.json(settings)))).toEqual(settings)
})

test.each<[string, () => Response]>([
  ['there is no such file', () => new Response('', { status: 404 })],
  ['it is not JSON', () => new Response('{')],
  ['a store is missing', () => Response.json({ ...settings, shares: { auth: 'https://auth.example' } })],
  ['an origin has a path', () => Response.json({ ...settings, services: 'https://api.example/x' })],
  [
    'the server cannot be reached',
    () => {
      throw new TypeError('Failed to fetch')
    },
  ],
])('a page has no settings if %s', async (_, answer) => {
  expect(await readSettings(serving(answer))).toBeUndefined()
})

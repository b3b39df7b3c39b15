import { CurrencyList, NetworkList, TokenList } from '@portico/contracts/services/publicLists'
import { WalletList } from '@portico/contracts/services/wallets'
import {
  array,
  assert,
  asyncProperty,
  constantFrom,
  dictionary,
  integer,
  oneof,
  string,
  tuple,
  webQueryParameters,
} from 'fast-check'
import { parse } from 'valibot'
import { type RunningServices, runServices } from '../../services/testing/runServices'

jest.setTimeout(60_000)

let services: RunningServices

beforeAll(async () => {
  services = await runServices()
})
afterAll(() => services?.stop())

const WALLET_PARAMETERS = [
  'page',
  'entries',
  'search',
  'include',
  'exclude',
  'chains',
  'badge_type',
  'badge',
  'names',
  'rdns',
  'include_pay_only',
  'sort',
  'projectId',
  'st',
  'sv',
  '__proto__',
  'constructor',
]

const schemas = {
  '/getWallets': WalletList,
  '/public/networks': NetworkList,
  '/public/tokens': TokenList,
  '/public/currencies': CurrencyList,
} as const

type ListPath = keyof typeof schemas
const LIST_PATHS = Object.keys(schemas) as ListPath[]

/** Expects a list as documented, or an error about the request. */
async function expectListOrError(path: ListPath, query: string) {
  const answer = await fetch(`${services.url}${path}?${query}`)
  const body: unknown = await answer.json()
  if (answer.status === 200) parse(schemas[path], body)
  else {
    expect(answer.status).toBe(400)
    expect(body).toEqual({ error: { code: 'request.invalid', message: expect.any(String) } })
  }
}

const value = oneof(
  string({ unit: 'binary' }),
  integer().map(String),
  array(oneof(string(), constantFrom('eip155:1', 'eip155', 'solana:x', 'f'.repeat(64)))).map((items) => items.join()),
  constantFrom('certified', 'none', 'true', 'wcpay', '%', '\0', '\ud800', '.*', '[', '1e9', '0x10', '999999999', '-0'),
)

test('any parameter values get a list or an error that says what is wrong', async () => {
  const query = dictionary(constantFrom(...WALLET_PARAMETERS, 'chainId'), value)
  await assert(
    asyncProperty(constantFrom(...LIST_PATHS), query, (path, parameters) =>
      expectListOrError(path, new URLSearchParams(parameters).toString()),
    ),
    { numRuns: 400 },
  )
})

test('any query string gets a list or an error that says what is wrong', async () => {
  const pair = tuple(constantFrom(...WALLET_PARAMETERS, 'chainId'), webQueryParameters())
  const query = array(pair, { maxLength: 5 }).map((pairs) => pairs.map(([name, text]) => `${name}=${text}`).join('&'))
  await assert(asyncProperty(constantFrom(...LIST_PATHS), query, expectListOrError), { numRuns: 200 })
})

test('any image path gets an image or a not-found error', async () => {
  const paths = ['/getWalletImage/', '/public/getAssetImage/', '/public/getCurrencyImage/', '/public/getTokenImage/']
  const id = string({ unit: 'grapheme', minLength: 1 }).filter((text) => text !== '.' && text !== '..')
  await assert(
    asyncProperty(constantFrom(...paths), id, async (path, text) => {
      const answer = await fetch(`${services.url}${path}${encodeURIComponent(text)}`)
      if (answer.status === 200) expect(answer.headers.get('content-type')).toMatch(/^image\//)
      else {
        expect(answer.status).toBe(404)
        expect(await answer.json()).toEqual({ error: { code: expect.any(String), message: expect.any(String) } })
      }
    }),
    { numRuns: 300 },
  )
})

test('afterwards the services still run, and the log contains no server error', async () => {
  expect((await fetch(`${services.url}/readyz`)).status).toBe(200)
  expect(services.output()).not.toContain('"level":"error"')
})

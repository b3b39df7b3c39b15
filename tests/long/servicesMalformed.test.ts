import {
  type Arbitrary,
  anything,
  assert,
  asyncProperty,
  constant,
  constantFrom,
  dictionary,
  jsonValue,
  oneof,
  record,
  string,
} from 'fast-check'
import { expectAnswer, expectError, soundRequest, startEndpoints } from '../../services/testing/askEndpoints'
import { endpoints } from '../../services/testing/endpoints'
import { caipOf, LOCAL_NETWORK } from '../../services/testing/localPools'

jest.setTimeout(120_000)

let services: Awaited<ReturnType<typeof startEndpoints>>

beforeAll(async () => {
  services = await startEndpoints()
})
afterAll(() => services?.close())

const text = oneof(
  string({ unit: 'binary' }),
  string(),
  constantFrom(
    '',
    '\0',
    '\ud800',
    '%',
    '%00',
    '%E0%A4%A',
    '%ED%A0%80',
    '..',
    '__proto__',
    '-1',
    '1e9',
    '0x',
    'null',
    '[]',
    'f'.repeat(64),
  ),
  constantFrom(LOCAL_NETWORK, 'eip155:', 'cosmos:hub', caipOf('USDC'), 'eip155:31337:0x1', '1'.repeat(78)),
)
/** Characters that fit into a header. */
const line = string({ unit: 'grapheme-ascii' })
const NAMES = ['chainId', 'cursor', 'address', 'name', 'projectId', 'page', 'search', 'url', 'from', 'sv', '__proto__']
const HEADERS = ['origin', 'authorization', 'x-nonce-jwt', 'x-otp', 'if-none-match', 'content-type', 'accept', 'cookie']

const json = (value: unknown) =>
  JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? `${each}` : each)) ?? 'undefined'

/** Valid values, some of which are replaced. */
const spoiltText = (sound: Readonly<Record<string, string>>): Arbitrary<Record<string, string>> => {
  const names = Object.keys(sound)
  const spoilt = names.length ? dictionary(constantFrom(...names), text, { maxKeys: 2 }) : constant({})
  return spoilt.map((changes) => ({ ...sound, ...changes }))
}

function spoiltBody(sound: unknown): Arbitrary<string> {
  const anyBody = oneof(string({ unit: 'binary' }), jsonValue().map(json), anything().map(json))
  if (typeof sound !== 'object' || sound === null) return anyBody
  const names = Object.keys(sound)
  const spoilt = dictionary(constantFrom(...names, '__proto__'), oneof(jsonValue(), text, anything()), { maxKeys: 2 })
  const other = spoilt.map((changes) =>
    json(Array.isArray(sound) ? [{ ...sound[0], ...changes }] : { ...sound, ...changes }),
  )
  const fewer = constantFrom('', ...names).map((name) => json({ ...sound, [name]: undefined }))
  return oneof(anyBody, { arbitrary: other, weight: 2 }, fewer)
}

test.each(Object.entries(endpoints))(
  '%s: any request gets a result or an error that says what is wrong',
  async (route, endpoint) => {
    const sound = soundRequest(route, endpoint, await services.addProject())
    const query = oneof(
      { arbitrary: spoiltText(sound.query), weight: 3 },
      dictionary(constantFrom(...NAMES, ...Object.keys(sound.query)), text, { maxKeys: 6 }),
      spoiltText(sound.query).chain((some) =>
        dictionary(text, text, { maxKeys: 2 }).map((more) => ({ ...more, ...some })),
      ),
    )
    // An empty segment or one of dots would change the path.
    const params = spoiltText(sound.params).map((some) =>
      Object.fromEntries(Object.entries(some).map(([name, value]) => [name, /^\.{0,2}$/.test(value) ? '-' : value])),
    )
    const headers = dictionary(constantFrom(...HEADERS), line, { maxKeys: 2 }).map((some) => ({
      ...sound.headers,
      ...some,
    }))
    const body = sound.body === undefined ? spoiltBody({}) : spoiltBody(JSON.parse(sound.body))
    const requests = oneof(
      { arbitrary: record({ params, query, headers: constant(sound.headers), body: constant(sound.body) }), weight: 2 },
      { arbitrary: record({ params: constant(sound.params), query: constant(sound.query), headers, body }), weight: 2 },
      record({ params, query, headers, body }),
    )
    await assert(
      asyncProperty(requests, async (request) => {
        const response = await services.send(route, request)
        if (response.ok) await expectAnswer(endpoint, response)
        else if (response.status === 304) expect(await response.text()).toBe('')
        else await expectError(endpoint, response)
      }),
      { numRuns: 25 },
    )
  },
)

test('afterwards the services still run, and the log contains no server error', async () => {
  expect((await fetch(`${services.url}/readyz`)).status).toBe(200)
  expect(services.lines.filter((entry) => entry.includes('"level":"error"'))).toEqual([])
})

import {
  NAME_REGISTER_PATH,
  NameLookup,
  NameRecord,
  NameReverse,
  NameSuggestions,
  nameLookupPath,
  nameReversePath,
  nameSuggestionsPath,
  OLD_ETHEREUM_COIN_TYPE,
} from '@portico/contracts/services/names'
import { anything, assert, asyncProperty, constantFrom, dictionary, oneof, property, record, string } from 'fast-check'
import { parse } from 'valibot'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { openFreshDatabase } from '../../../testing/databases.ts'
import type { Database } from '../../database/openDatabase.ts'
import { createApp } from '../../http/createApp.ts'
import { ServiceError } from '../../http/errors.ts'
import { createLog } from '../../log.ts'
import { createKnownProjects } from '../../projectConfig/knownProjects.ts'
import { sampleFeatures } from '../../projectConfig/seedProject.ts'
import { createChains } from '../chains.ts'
import { createNameRegister } from './nameRegister.ts'
import { namesApi } from './namesApi.ts'
import { suggestLabels } from './suggestLabels.ts'

const PROJECT = '1'.repeat(32)
const ZONE = 'portico.test'
const NOW_S = 1_755_000_000
const river = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const brook = privateKeyToAccount(`0x${'22'.repeat(32)}`)

let database: Database
let app: ReturnType<typeof createApp>

beforeAll(async () => {
  database = await openFreshDatabase(createLog('error'))
  const projects = createKnownProjects(async (id) =>
    id === PROJECT
      ? { id, isAnalyticsEnabled: false, features: sampleFeatures, remotes: {}, allowedOrigins: [] }
      : undefined,
  )
  const parts = { projects, chains: createChains(new Map()) }
  app = createApp(createLog('error', () => {}))
  app.route(
    '/',
    namesApi(parts, createNameRegister(database.db), { zone: ZONE }, () => NOW_S * 1_000),
  )
}, 30_000)
beforeEach(() => database.db.deleteFrom('names').execute())
afterAll(() => database.close())

const get = (path: string, query: Readonly<Record<string, string>> = {}) =>
  app.request(`${path}?${new URLSearchParams({ projectId: PROJECT, st: 'appkit', sv: 'html-core-1.7.19', ...query })}`)
const post = (body: unknown) =>
  app.request(NAME_REGISTER_PATH, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

const messageOf = (name: string, timestamp = NOW_S) => JSON.stringify({ name, attributes: {}, timestamp })

async function requestOf(
  label: string,
  { signer = river, coin_type = 60, message = messageOf(`${label}.${ZONE}`) } = {},
) {
  return { coin_type, address: signer.address, message, signature: await signer.signMessage({ message }) }
}
const register = async (...about: Parameters<typeof requestOf>) => post(await requestOf(...about))

async function expectError(answer: Response, code: ServiceError['code'], details = {}) {
  const { status, message } = new ServiceError(code, details)
  expect(await answer.json()).toMatchObject({ error: { code, ...(code !== 'request.invalid' && { message }) } })
  expect(answer.status).toBe(status)
}

test('a signed registration is found by name and by address, in wire format', async () => {
  const answer = await register('river')
  expect(answer.status).toBe(200)
  const record = parse(NameRecord, await answer.json())
  expect(record).toEqual({
    name: 'river.portico.test',
    registered_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/),
    updated_at: record.registered_at,
    addresses: { '60': { address: river.address, created_at: record.registered_at } },
    attributes: {},
  })
  const found = await get(nameLookupPath('River.portico.test'), { apiVersion: '2' })
  expect(parse(NameLookup, await found.json())).toEqual(record)
  for (const address of [river.address, river.address.toLowerCase()]) {
    const names = await get(nameReversePath(address), { apiVersion: '2', sender: brook.address })
    expect(parse(NameReverse, await names.json())).toEqual([record])
  }
})

test('the lookup of an unregistered name gives an empty list, not an error', async () => {
  for (const name of ['nobody.portico.test', 'river.eth']) {
    const answer = await get(nameLookupPath(name), { apiVersion: '2' })
    expect([answer.status, await answer.json()]).toEqual([200, []])
  }
  for (const address of [brook.address, 'So11111111111111111111111111111111111111112']) {
    expect(parse(NameReverse, await (await get(nameReversePath(address))).json())).toEqual([])
  }
})

test('an address’s names are listed with the most recent name first', async () => {
  for (const label of ['first', 'then', 'last']) expect((await register(label)).status).toBe(200)
  const names = parse(NameReverse, await (await get(nameReversePath(river.address))).json())
  expect(names.map(({ name }) => name)).toEqual(['last.portico.test', 'then.portico.test', 'first.portico.test'])
})

test.each([
  ['Ethereum', 60, '60'],
  ['Ethereum in old clients', OLD_ETHEREUM_COIN_TYPE, '60'],
  ['Base', 2147492101, '2147492101'],
])('the address is registered under the coin type of %s', async (_, coin_type, key) => {
  const record = parse(NameRecord, await (await register('river', { coin_type })).json())
  expect(Object.keys(record.addresses)).toEqual([key])
})

test.each([0, 61, 501, 2147483648])('the coin type %d is refused, because no EVM chain has it', async (coin_type) => {
  await expectError(await register('river', { coin_type }), 'request.invalid')
})

test.each([
  ['ten seconds ago', -10, 200],
  ['ten seconds ahead', 10, 200],
  ['eleven seconds ago', -11, 400],
  ['eleven seconds ahead', 11, 400],
])('the time of a message may be off by ten seconds, but not more: %s', async (_, offsetS, status) => {
  const answer = await register('river', { message: messageOf('river.portico.test', NOW_S + offsetS) })
  if (status === 400) await expectError(answer, 'name.expired', { seconds: 10 })
  else expect(answer.status).toBe(status)
})

test('a signature that is malformed, by another account or for another text registers nothing', async () => {
  const request = await requestOf('river')
  await expectError(await post({ ...request, address: brook.address }), 'signature.wrong')
  await expectError(await post({ ...request, message: messageOf('brook.portico.test') }), 'signature.wrong')
  await expectError(await post({ ...request, signature: '0x00' }), 'signature.wrong')
  await expectError(await post({ ...request, signature: `0x${'ff'.repeat(65)}` }), 'signature.wrong')
  expect(await database.db.selectFrom('names').selectAll().execute()).toEqual([])
})

test('a registered name cannot be registered again, not even by the same address', async () => {
  expect((await register('river')).status).toBe(200)
  await expectError(await register('river', { signer: brook }), 'name.taken')
  await expectError(await register('river'), 'name.taken')
  const record = parse(NameRecord, await (await get(nameLookupPath('river.portico.test'))).json())
  expect(record.addresses['60']?.address).toBe(river.address)
})

test('of many concurrent requests for one name, exactly one succeeds', async () => {
  const signers = Array.from({ length: 20 }, () => privateKeyToAccount(generatePrivateKey()))
  const requests = await Promise.all(signers.map((signer) => requestOf('river', { signer })))
  const answers = await Promise.all(requests.map(post))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(400)])
  const winner = signers[answers.findIndex(({ status }) => status === 200)]
  const found = parse(NameRecord, await (await get(nameLookupPath('river.portico.test'))).json())
  expect(found.addresses['60']?.address).toBe(winner?.address)
})

test.each([
  'abc.portico.test',
  'a_bc.portico.test',
  `${'a'.repeat(64)}.portico.test`,
  'river.eth',
  'a.river.portico.test',
  'portico.test',
])('the name %s cannot be registered', async (name) => {
  const answer = await register('', { message: messageOf(name) })
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ error: { code: expect.stringMatching(/^(name|request)\.invalid$/) } })
})

test.each([
  ['another order of keys', `{"attributes":{},"name":"river.portico.test","timestamp":${NOW_S}}`],
  ['spaces', `{"name": "river.portico.test","attributes":{},"timestamp":${NOW_S}}`],
  ['capitals', messageOf('River.portico.test')],
  ['attributes', `{"name":"river.portico.test","attributes":{"bio":"x"},"timestamp":${NOW_S}}`],
  ['an additional key', `{"name":"river.portico.test","attributes":{},"timestamp":${NOW_S},"address":"0x"}`],
  ['a duplicate key', `{"name":"other.portico.test","name":"river.portico.test","attributes":{},"timestamp":${NOW_S}}`],
  ['a time as text', `{"name":"river.portico.test","attributes":{},"timestamp":"${NOW_S}"}`],
  ['invalid JSON', 'I want river.portico.test'],
])('a message with %s is refused even if it is signed', async (_, message) => {
  await expectError(await register('river', { message }), 'request.invalid')
})

test('the suggestions are the requested name, followed by up to four names that are free', async () => {
  await register('river')
  await register('rivers', { signer: brook })
  const answer = await get(nameSuggestionsPath('River'), { zone: ZONE })
  const { suggestions } = parse(NameSuggestions, await answer.json())
  expect(suggestions[0]).toEqual({ name: 'river.portico.test', registered: true })
  expect(suggestions).toHaveLength(5)
  expect(suggestions.slice(1).every(({ registered }) => !registered)).toBe(true)
  expect(suggestions.map(({ name }) => name)).not.toContain('rivers.portico.test')
})

test('every suggestion is a valid name', () => {
  assert(
    property(string({ unit: constantFrom(...'abcz09-'), minLength: 4, maxLength: 63 }), (label) => {
      const labels = suggestLabels(label)
      expect(new Set([label, ...labels]).size).toBe(labels.length + 1)
      expect(labels.filter((each) => !/^[a-z0-9-]{4,63}$/.test(each))).toEqual([])
    }),
    { numRuns: 100 },
  )
  expect(suggestLabels('river').length).toBeGreaterThanOrEqual(4)
})

test('suggestions for another zone or an impossible name are refused', async () => {
  await expectError(await get(nameSuggestionsPath('river'), { zone: 'reown.id' }), 'name.invalid', { zone: ZONE })
  for (const label of ['riv', 'river.portico.test', 'ri ver', 'ríver']) {
    await expectError(await get(nameSuggestionsPath(label)), 'request.invalid')
  }
})

test.each([nameLookupPath('river.portico.test'), nameReversePath(river.address), nameSuggestionsPath('river')])(
  '%s requires a project',
  async (path) => {
    await expectError(await app.request(path), 'project.missing')
    await expectError(await get(path, { projectId: 'local' }), 'project.malformed')
    await expectError(await get(path, { projectId: '2'.repeat(32) }), 'project.unknown')
  },
)

test('another API version is refused', async () => {
  await expectError(await get(nameLookupPath('river.portico.test'), { apiVersion: '1' }), 'request.invalid')
})

test('a body that is not JSON and a body that is too large are each refused with an error of their own', async () => {
  await expectError(await post('{'), 'request.notJson')
  await expectError(await post('x'.repeat(64_001)), 'request.tooLarge', { limit: 64_000 })
})

describe('arbitrary requests', () => {
  const expectRefusal = async (answer: Response) => {
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
    expect(await answer.json()).toMatchObject({ error: { code: expect.any(String) } })
  }
  const path = constantFrom(nameLookupPath, nameReversePath, nameSuggestionsPath)
  const text = oneof(string({ minLength: 1 }), string({ unit: 'grapheme', minLength: 1 }))

  test('any lookup gets an answer or a JSON error', () =>
    assert(
      asyncProperty(path, text, dictionary(string(), text, { maxKeys: 2 }), async (pathOf, what, query) => {
        const answer = await get(pathOf(what), { ...query, projectId: PROJECT })
        if (answer.status !== 200) await expectRefusal(answer)
      }),
      { numRuns: 100 },
    ))

  test('any registration without a valid signature is refused with a JSON error', async () => {
    const signed = await requestOf('river')
    const odd = oneof(anything(), text)
    const body = oneof(
      anything(),
      record({ coin_type: odd, address: odd, message: odd, signature: odd }, { requiredKeys: [] }),
      record({ coin_type: constantFrom(60, 2147483649, 2147514985), signature: text }).map((part) => ({
        ...signed,
        ...part,
      })),
      record({ message: odd.map((value) => JSON.stringify(value) ?? '') }).map((part) => ({ ...signed, ...part })),
    )
    const asText = (value: unknown) => {
      try {
        return JSON.stringify(value) ?? ''
      } catch {
        return ''
      }
    }
    await assert(
      asyncProperty(body, async (value) => expectRefusal(await post(asText(value)))),
      { numRuns: 100 },
    )
  })
})

import { type Account, type Network, selectAccount } from '@portico/contracts'
import { ethereum, fakeAdapter, polygon, solana } from '@portico/contracts/testing'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { selectIdentity } from '../../host/src/account/identitySlice.ts'
import { nameFailure } from '../../host/src/account/names/nameFailure.ts'
import { namesOf, suggestNames } from '../../host/src/account/names/nameService.ts'
import { registerName } from '../../host/src/account/names/registerName.ts'
import { connected } from '../../host/src/connections/connectionsSlice.ts'
import { createTestStore } from '../../host/testing/store.ts'
import { createChains } from '../../services/src/blockchainApi/chains.ts'
import { createNameRegister } from '../../services/src/blockchainApi/names/nameRegister.ts'
import { namesApi } from '../../services/src/blockchainApi/names/namesApi.ts'
import type { Database } from '../../services/src/database/openDatabase.ts'
import { createApp } from '../../services/src/http/createApp.ts'
import { createLog } from '../../services/src/log.ts'
import { createKnownProjects } from '../../services/src/projectConfig/knownProjects.ts'
import { sampleFeatures } from '../../services/src/projectConfig/seedProject.ts'
import { openFreshDatabase } from '../../services/testing/databases.ts'

const PROJECT = '1'.repeat(32)
const ZONE = 'names.example'
const API = 'https://api.example/portico/'
const SECOND_MS = 1_000

let database: Database
let app: ReturnType<typeof createApp>
/** Difference between the service's clock and the visitor's. */
let offsetMs = 0
const realFetch = globalThis.fetch

beforeAll(async () => {
  database = await openFreshDatabase(createLog('error'))
  const projects = createKnownProjects(async (id) =>
    id === PROJECT
      ? { id, isAnalyticsEnabled: false, features: sampleFeatures, remotes: {}, allowedOrigins: [] }
      : undefined,
  )
  const now = () => Date.now() + offsetMs
  const api = namesApi(
    { projects, chains: createChains(new Map()) },
    createNameRegister(database.db),
    { zone: ZONE },
    now,
  )
  app = createApp(createLog('error', () => {})).route('/portico', api)
  globalThis.fetch = async (input, init) => app.request(String(input), init)
}, 30_000)
beforeEach(async () => {
  offsetMs = 0
  await database.db.deleteFrom('names').execute()
})
afterAll(async () => {
  globalThis.fetch = realFetch
  await database?.close()
})

const quiet = new AbortController().signal

/** A visitor whose wallet really has a key. */
function visitor({ network = ethereum, signer = privateKeyToAccount(generatePrivateKey()) as PrivateKeyAccount } = {}) {
  const adapter = fakeAdapter({ namespace: network.chainNamespace })
  const texts: string[] = []
  adapter.signMessage = async (_, __, message) => {
    texts.push(message)
    return signer.signMessage({ message })
  }
  const networks: Network[] = [ethereum, polygon, solana]
  const options = { projectId: PROJECT, endpoints: { api: API } }
  const { store, services } = createTestStore({
    adapters: [adapter],
    networks,
    options,
    chosenId: network.caipNetworkId,
  })
  Object.assign(services, { sdkVersion: 'html-ethers-1.7.19' })
  store.dispatch(
    connected({
      namespace: network.chainNamespace,
      connection: {
        connectorId: 'AUTH',
        accounts: [{ address: signer.address }],
        caipNetworkId: network.caipNetworkId,
      },
    }),
  )
  const account = selectAccount(store.getState()) as Account
  return {
    adapter,
    texts,
    identity: () => selectIdentity(store.getState(), account),
    names: () => store.dispatch(namesOf(account, quiet)),
    suggest: (label: string) => store.dispatch(suggestNames(label, quiet)),
    register: (name: string, signal = quiet) => store.dispatch(registerName(name, account, signal)),
    failure: (name: string, signal = quiet) =>
      store.dispatch(registerName(name, account, signal)).then(() => undefined, nameFailure),
  }
}

test("a visitor finds a free name in the service's zone, signs for it, and owns it", async () => {
  const { names, suggest, register, identity, texts } = visitor()
  expect(await names()).toEqual([])
  const [river] = await suggest('river')
  expect(river).toEqual({ name: `river.${ZONE}`, registered: false })
  await register(`river.${ZONE}`)
  expect(texts).toHaveLength(1)
  expect(identity()).toEqual({ name: `river.${ZONE}` })
  expect(await names()).toEqual([`river.${ZONE}`])
  expect((await suggest('river'))[0]?.registered).toBe(true)
})

test("the name is kept for the account's network", async () => {
  const { register } = visitor({ network: polygon })
  await register(`river.${ZONE}`)
  const rows = await database.db.selectFrom('names').select(['name', 'coin_type']).execute()
  expect(rows).toEqual([{ name: `river.${ZONE}`, coin_type: '2147483785' }])
})

describe('the service gives a distinct reason for each refusal', () => {
  test('the name is taken', async () => {
    await visitor().register(`river.${ZONE}`)
    const late = visitor()
    expect(await late.failure(`river.${ZONE}`)).toBe('taken')
    expect(late.identity()).toBeUndefined()
  })

  test.each([
    ['a minute slow', 60 * SECOND_MS],
    ['a minute fast', -60 * SECOND_MS],
  ])("the visitor's clock is %s", async (_, offset) => {
    offsetMs = offset
    expect(await visitor().failure(`river.${ZONE}`)).toBe('clock')
  })

  test('the wallet has taken longer than the service allows', async () => {
    const { adapter, failure } = visitor()
    const { signMessage } = adapter
    const begun = Date.now()
    adapter.signMessage = async (...about) => {
      jest.spyOn(Date, 'now').mockReturnValue(begun + 11 * SECOND_MS)
      return signMessage(...about)
    }
    expect(await failure(`river.${ZONE}`).finally(() => jest.restoreAllMocks())).toBe('slow')
  })

  test('another key has signed', async () => {
    const { adapter, failure } = visitor()
    const other = privateKeyToAccount(generatePrivateKey())
    adapter.signMessage = async (_, __, message) => other.signMessage({ message })
    expect(await failure(`river.${ZONE}`)).toBe('signature')
  })

  test.each([`abc.${ZONE}`, `ri_ver.${ZONE}`, 'river.other.example'])('%s is not a valid name here', async (name) => {
    expect(await visitor().failure(name)).toBe('failed')
  })

  test('an invalid label is not looked up', async () => {
    await expect(visitor().suggest('riv')).rejects.toMatchObject({
      code: 'service.status',
      details: { status: 400, code: 'request.invalid' },
    })
  })
})

describe('nothing is sent', () => {
  const registered = () => database.db.selectFrom('names').selectAll().execute()

  test('when the wallet declines', async () => {
    const { adapter, failure } = visitor()
    const declining = fakeAdapter()
    declining.fail('signMessage', 'rejected')
    adapter.signMessage = declining.signMessage
    expect(await failure(`river.${ZONE}`)).toBe('rejected')
    expect(await registered()).toEqual([])
  })

  test('when the visitor has left before the wallet request', async () => {
    const { texts, failure } = visitor()
    expect(await failure(`river.${ZONE}`, AbortSignal.abort())).toBe('failed')
    expect(texts).toEqual([])
  })

  test('when the visitor has left before the wallet answers', async () => {
    const { adapter, failure } = visitor()
    const { signMessage } = adapter
    const life = new AbortController()
    adapter.signMessage = async (...about) => {
      life.abort()
      return signMessage(...about)
    }
    expect(await failure(`river.${ZONE}`, life.signal)).toBe('failed')
    expect(await registered()).toEqual([])
  })

  test('for an account of another family', async () => {
    const { texts, failure } = visitor({ network: solana })
    expect(await failure(`river.${ZONE}`)).toBe('network')
    expect(texts).toEqual([])
  })
})

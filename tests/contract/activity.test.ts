import { type ActingCommands, type CaipNetworkId, ModalError } from '@portico/contracts'
import { fakeActing } from '@portico/contracts/testing'
import { createTestClient, type Hex, http, publicActions, walletActions } from 'viem'
import { DEVELOPMENT_ADDRESSES } from '../../local/chains/evmContracts.ts'
import { type LocalEvmChain, startAnvil } from '../../local/chains/startAnvil.ts'
import { createChains } from '../../services/src/blockchainApi/chains.ts'
import { historyApi } from '../../services/src/blockchainApi/history/historyApi.ts'
import { createTokenDirectory } from '../../services/src/blockchainApi/tokenDirectory.ts'
import { createApp } from '../../services/src/http/createApp.ts'
import { createLog } from '../../services/src/log.ts'
import { createKnownProjects } from '../../services/src/projectConfig/knownProjects.ts'
import { sampleFeatures } from '../../services/src/projectConfig/seedProject.ts'
import { freeUrl } from '../../services/testing/fakeNode.ts'
import { mined } from '../../services/testing/mined.ts'
import { remoteCode } from '../support/remoteCode.ts'

/** The remote's reading of a history, tested against the real service and a real chain. */

jest.setTimeout(60_000)

const SHOP = `${'0'.repeat(31)}1`
const CHAIN: CaipNetworkId = 'eip155:31337'
/** An account that only these tests use. */
const RECIPIENT = `0x${'de'.repeat(20)}` as const
const [SENDER] = DEVELOPMENT_ADDRESSES
interface Page {
  readonly entries: readonly { readonly hash: string }[]
  readonly next?: string
}
interface List extends Partial<Page> {}
interface Code {
  readonly NOTHING_READ: List
  withNewest(list: List, page: Page): List
  withOlder(list: List, cursor: string, page: Page): List
  withSent(list: List, sent: readonly []): { readonly past: Page['entries'] }
  loadPage(commands: { acting(): Promise<ActingCommands> }, question: object, signal: AbortSignal): Promise<Page>
}
let code: Code

/** More than two of the service's pages. */
const COUNT = 105

let anvil: LocalEvmChain
let app: ReturnType<typeof service>

beforeAll(async () => {
  code = await remoteCode('activity/src/historyList.ts', 'activity/src/withSent.ts', 'activity/src/loadPage.ts')
  const { port } = await freeUrl()
  anvil = await startAnvil({ chainId: 31337, port: Number(port) })
  app = service()
})
afterAll(async () => {
  anvil.stop()
  await anvil.ended
})

function service() {
  const log = createLog('error', () => {})
  const project = { id: SHOP, isAnalyticsEnabled: false, features: sampleFeatures, remotes: {}, allowedOrigins: [] }
  const chains = createChains(new Map([[CHAIN, [new URL(anvil.rpcUrl)]]]))
  const projects = createKnownProjects(async (id) => (id === SHOP ? project : undefined))
  const parts = { chains, projects, tokens: createTokenDirectory([]), log }
  return createApp(log).route('/', historyApi(parts, { indexed: [CHAIN] }))
}

/** The host's door to the service. */
const acting = async () =>
  fakeActing({
    async askService({ path, query = {} }) {
      const asked = new URLSearchParams({ projectId: SHOP, st: 'appkit', sv: 'html-core-1.7.19' })
      for (const [name, value] of Object.entries(query)) if (value !== undefined) asked.set(name, value)
      const answer = await app.request(`${path}?${asked}`)
      if (!answer.ok) throw new ModalError('service.status', { details: { status: answer.status } })
      return answer.json()
    },
  })

const { signal } = new AbortController()
const page = (cursor?: string, address: string = RECIPIENT, caipNetworkId: CaipNetworkId = CHAIN) =>
  code.loadPage({ acting }, { address, caipNetworkId, cursor }, signal)

const client = () =>
  createTestClient({ mode: 'anvil', transport: http(anvil.rpcUrl) })
    .extend(publicActions)
    .extend(walletActions)

async function pay(wei: bigint): Promise<Hex> {
  const hash = await client().sendTransaction({ account: SENDER, chain: null, to: RECIPIENT, value: wei })
  await mined(client(), hash)
  return hash
}

const hashesOf = (list: List) => code.withSent(list, []).past.map(({ hash }) => hash)

test('the pages list every transaction once, with new ones on top', async () => {
  const hashes: Hex[] = []
  for (let wei = 1; wei <= COUNT; wei++) hashes.unshift(await pay(BigInt(wei)))

  let list = code.withNewest(code.NOTHING_READ, await page())
  expect(list.entries?.length).toBeLessThan(COUNT)
  expect(list.entries?.[0]).toMatchObject({
    type: 'receive',
    status: 'confirmed',
    from: SENDER,
    movements: [{ direction: 'in', amount: `0.${String(COUNT).padStart(18, '0')}`, symbol: 'ETH' }],
  })
  hashes.unshift(await pay(7n))
  while (list.next !== undefined) list = code.withOlder(list, list.next, await page(list.next))
  expect(hashesOf(list)).toEqual(hashes.slice(1))

  list = code.withNewest(list, await page())
  expect(hashesOf(list)).toEqual(hashes)
})

test('after a chain reorganization the old transactions are gone and the new ones listed', async () => {
  const fork = await client().snapshot()
  const undone = await pay(8n)
  const before = code.withNewest(code.NOTHING_READ, await page())
  expect(hashesOf(before)[0]).toBe(undone)
  await client().revert({ id: fork })
  const instead = await pay(9n)
  const after = hashesOf(code.withNewest(before, await page()))
  expect(after[0]).toBe(instead)
  expect(after).not.toContain(undone)
})

test('an unknown network is distinguished from an empty history', async () => {
  expect(await page(undefined, RECIPIENT, 'eip155:1')).toEqual({ entries: [], isUnserved: true })
  expect(await page(undefined, `0x${'99'.repeat(20)}`)).toEqual({ entries: [], next: undefined })
})

test('a foreign cursor is an error, not the end of the list', async () => {
  await expect(page('bm9uZQ')).rejects.toMatchObject({ code: 'service.status' })
})

/** @jest-environment jsdom */
import {
  ADDRESS,
  ethereum,
  fakeAdapter,
  harbor,
  OTHER_ADDRESS,
  polygon,
  SOLANA_ADDRESS,
  solana,
} from '@portico/contracts/testing'
import { switchNetwork } from '../connections/switchNetwork.ts'
import { loadPinned } from '../kernel/loadPinned.ts'
import { fakePlugIn, settled, siteWith } from '../testSite.ts'

jest.mock('../kernel/loadPinned.ts', () => ({ loadPinned: jest.fn((load: () => unknown) => load()) }))
const fetching = jest.mocked(loadPinned)

beforeEach(() => void jest.spyOn(console, 'error').mockImplementation(() => {}))
const sites: { dispose(): void }[] = []
afterEach(() => {
  for (const site of sites.splice(0)) site.dispose()
  jest.restoreAllMocks()
  fetching.mockReset().mockImplementation((load) => load())
})

async function site(plugIn = fakePlugIn(), situation: { siweConfig?: object; waitsForCode?: boolean } = {}) {
  const evm = fakeAdapter()
  const sol = fakeAdapter({
    namespace: 'solana',
    connectors: [{ id: 'dune', name: 'Dune', type: 'ANNOUNCED', namespace: 'solana' }],
    connection: () => ({
      connectorId: 'dune',
      accounts: [{ address: SOLANA_ADDRESS }],
      caipNetworkId: solana.caipNetworkId,
    }),
  })
  const networks = [ethereum, polygon, solana]
  const page = await siteWith(plugIn, { ...situation, networks, adapters: [evm, sol] })
  sites.push(page)
  return { ...page, plugIn, evm }
}

test('while the code of signing in cannot be had, whoever connects is disconnected and reads that; the next try works', async () => {
  fetching.mockRejectedValue(new Error('no network'))
  const { at, connect, account, view, store, plugIn } = await site()
  at('Connect', 'ConnectingExternal')
  await connect(harbor.id)
  await settled()
  expect([account(), view()]).toEqual([undefined, 'Connect'])
  expect(store.getState().feedback.snack).toMatchObject({ variant: 'error', key: 'host.siwx.unavailable' })
  expect(plugIn.asked).toEqual([])

  fetching.mockImplementation((load) => load())
  at('Connect', 'ConnectingExternal')
  await connect(harbor.id)
  await settled()
  await settled()
  expect([account(), view()]).toEqual([`eip155:1:${ADDRESS}`, 'SIWXSignMessage'])
})

/** Holds the code back until the returned function is called. */
function holdCode(): () => void {
  let arrive = () => {}
  const here = new Promise<void>((done) => {
    arrive = done
  })
  fetching.mockImplementation((load) => here.then(load))
  return arrive
}

test('whoever connects before that code is here is asked when it is, and their window still closes', async () => {
  const arrive = holdCode()
  const plugIn = fakePlugIn()
  plugIn.remembers('eip155:1', ADDRESS)
  const { at, connect, view, arrived, siwx } = await site(plugIn, { waitsForCode: false })
  at('Connect', 'ConnectingExternal')
  await connect(harbor.id)
  await settled()
  expect(view()).toBe('ConnectingExternal')
  arrive()
  await siwx.ready()
  await settled()
  expect([view(), arrived]).toEqual(['closed', [`eip155:1:${ADDRESS}`]])
})

test('a modal that is gone before that code is here asks nobody', async () => {
  const arrive = holdCode()
  const { siwx, connect, plugIn, dispose } = await site(fakePlugIn(), { waitsForCode: false })
  await connect(harbor.id)
  dispose()
  arrive()
  expect(await siwx.ready()).toBeUndefined()
  await settled()
  expect(plugIn.asked).toEqual([])
})

/** A server of the site’s, in this page. */
function siweConfig(more: object = {}) {
  const log: string[] = []
  let session: { address: string; chainId: number } | null = null
  const config = {
    getNonce: async () => 'nonce12345',
    getMessageParams: async () => ({ domain: 'shop.example', uri: 'https://shop.example/', chains: [1, 137] }),
    createMessage: ({ address, chainId }: { address: string; chainId: number }) => `${address} on ${chainId}`,
    async verifyMessage({ message }: { message: string }) {
      const [, address = '', chainId] = /:(0x\w+) on (\d+)$/.exec(message) ?? []
      session = { address, chainId: Number(chainId) }
      return true
    },
    getSession: async () => session,
    async signOut() {
      session = null
      log.push('signed out')
      return true
    },
    onSignIn: () => void log.push('signed in'),
    ...more,
  }
  return { config, log, session: () => session }
}

describe('a site with `siweConfig`', () => {
  async function signedIn(more?: object) {
    const server = siweConfig(more)
    const page = await site(fakePlugIn(), { siweConfig: server.config })
    await page.connect(harbor.id)
    await settled()
    expect(page.view()).toBe('SIWXSignMessage')
    await page.sign()
    return { ...page, ...server }
  }

  test('signs visitors in at its server, and out when they disconnect', async () => {
    const { view, log, session, evm } = await signedIn()
    expect([view(), log, session()]).toEqual(['closed', ['signed in'], { address: ADDRESS, chainId: 1 }])
    evm.say('io.harbor', { type: 'disconnected' })
    await settled()
    expect([log, session()]).toEqual([['signed in', 'signed out'], null])
  })

  test('that has switched it off signs nobody in, and fetches nothing for it', async () => {
    for (const off of [{ enabled: false }, { options: { enabled: false } }]) {
      const { store, connect, view } = await site(fakePlugIn(), { siweConfig: siweConfig(off).config })
      await connect(harbor.id)
      await settled()
      expect([store.getState().siwx.isOn, view()]).toEqual([false, 'closed'])
    }
    expect(fetching).not.toHaveBeenCalled()
  })

  test('another network asks again; declining there keeps network and session of before', async () => {
    const { store, view, siwx, log, account, session } = await signedIn()
    await store.dispatch(switchNetwork('eip155:137'))
    await settled()
    expect(view()).toBe('SIWXSignMessage')
    await siwx.current()?.cancel()
    await settled()
    expect([account(), view(), log]).toEqual([`eip155:1:${ADDRESS}`, 'closed', ['signed in']])
    expect(session()).toEqual({ address: ADDRESS, chainId: 1 })
  })

  test('a network that the site does not support signs nobody out', async () => {
    const { evm, log, view } = await signedIn()
    evm.say('io.harbor', { type: 'network', caipNetworkId: 'eip155:5' })
    await settled()
    evm.say('io.harbor', { type: 'network', caipNetworkId: 'eip155:1' })
    await settled()
    expect([log, view()]).toEqual([['signed in'], 'closed'])
  })

  test('where networks make no difference, another one asks nothing', async () => {
    const { store, view } = await signedIn({ signOutOnNetworkChange: false })
    await store.dispatch(switchNetwork(polygon.caipNetworkId))
    await settled()
    expect(view()).toBe('closed')
  })

  test('another account signs out and asks again', async () => {
    const { evm, view, log } = await signedIn()
    evm.say('io.harbor', { type: 'accounts', accounts: [{ address: OTHER_ADDRESS }] })
    await settled()
    expect([view(), log]).toEqual(['SIWXSignMessage', ['signed in', 'signed out']])
  })

  test('visitors of other families are not asked', async () => {
    const { connect, view, at } = await site(fakePlugIn(), { siweConfig: siweConfig().config })
    at('Connect', 'ConnectingExternal')
    await connect('dune', 'solana')
    await settled()
    expect(view()).toBe('closed')
  })
})

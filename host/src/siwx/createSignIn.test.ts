/** @jest-environment jsdom */
import { ModalError } from '@portico/contracts'
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
import { type FakePlugIn, fakePlugIn, never, settled, siteWith } from '../../testing/site.ts'
import { switchNetwork } from '../connections/switchNetwork.ts'
import { loadPinned } from '../kernel/loadPinned.ts'
import type { PlugIn } from './plugIn.ts'
import { selectMustSignIn } from './siwxSlice.ts'

jest.mock('../kernel/loadPinned.ts', () => ({ loadPinned: jest.fn((load: () => unknown) => load()) }))
const fetching = jest.mocked(loadPinned)

beforeEach(() => void jest.spyOn(console, 'error').mockImplementation(() => {}))
const sites: { dispose(): void }[] = []
afterEach(() => {
  for (const site of sites.splice(0)) site.dispose()
  jest.useRealTimers()
  jest.restoreAllMocks()
  fetching.mockReset().mockImplementation((load) => load())
})

type Situation = Partial<Pick<Parameters<typeof siteWith>[1], 'siweConfig' | 'signInFault' | 'waitsForCode'>>

async function site(
  plugIn: Partial<FakePlugIn> & Pick<FakePlugIn, 'plugIn'> = fakePlugIn(),
  situation: Situation = {},
) {
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

test('if the sign-in code cannot be loaded, connecting ends with an error, and the next try works', async () => {
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

/** Withholds the code until the returned function is called. */
function holdCode(): () => void {
  let arrive = () => {}
  const here = new Promise<void>((done) => {
    arrive = done
  })
  fetching.mockImplementation((load) => here.then(load))
  return arrive
}

test('a visitor who connects before the sign-in code has loaded is asked once it has loaded', async () => {
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

test('a modal that is gone before the sign-in code has loaded requests nothing', async () => {
  const arrive = holdCode()
  const { siwx, connect, plugIn, dispose } = await site(fakePlugIn(), { waitsForCode: false })
  await connect(harbor.id)
  dispose()
  arrive()
  expect(await siwx.ready()).toBeUndefined()
  await settled()
  expect(plugIn.asked).toEqual([])
})

/** An object whose fields of these names throw when read. */
const throwing = (...names: string[]) =>
  Object.defineProperties(
    {},
    Object.fromEntries(
      names.map((name) => [
        name,
        {
          enumerable: true,
          get() {
            throw new Error('not yours')
          },
        },
      ]),
    ),
  )

const NO_PLUG_IN = new ModalError('options.invalid', { details: { path: 'siwx', reason: 'must have addSession' } })
const throws = () => {
  throw 'out of order'
}

describe('a broken plug-in lets no visitor in', () => {
  async function visitorOf(plugIn: object, situation: Situation = {}) {
    const page = await site({ plugIn: plugIn as PlugIn }, situation)
    page.at('Connect', 'ConnectingExternal')
    await page.connect(harbor.id)
    for (let round = 0; round < 3; round++) await settled()
    return page
  }
  const working = () => fakePlugIn().plugIn

  test.each<[string, object, Situation]>([
    ['lacks methods', {}, { signInFault: NO_PLUG_IN }],
    ['is not an object', 'siwx' as never, { signInFault: NO_PLUG_IN }],
    ['is a `siweConfig` that lacks methods', {}, { signInFault: NO_PLUG_IN, siweConfig: { getNonce() {} } }],
    ['is a `siweConfig` that cannot be read', {}, { siweConfig: throwing('enabled', 'options') }],
    ['throws when its methods are read', throwing('getSessions', 'createMessage', 'getRequired'), {}],
    ['throws at once', { ...working(), getSessions: throws, getRequired: throws }, {}],
    [
      'rejects, also where signing in is optional',
      { ...working(), getSessions: async () => throws(), getRequired: () => false },
      {},
    ],
  ])('if it %s, a visitor who connects is disconnected with an error', async (_, plugIn, situation) => {
    const { account, view, store } = await visitorOf(plugIn, situation)
    expect([account(), view()]).toEqual([undefined, 'Connect'])
    expect(store.getState().feedback.snack?.variant).toBe('error')
    expect(console.error).toHaveBeenCalled()
  })

  test.each<[string, object]>([
    ['returns something other than a list', { getSessions: async () => ({ length: 1 }) }],
    ['returns nothing', { getSessions: async () => undefined }],
    ['fails to create a message', { createMessage: throws }],
    ['never finishes a message', { createMessage: never }],
    ['throws when asked whether signing in is required', { getRequired: throws }],
  ])('if it %s, a visitor who connects is asked to sign in, and canceling disconnects', async (_, changes) => {
    const { account, view, store, siwx } = await visitorOf({ ...working(), ...changes })
    expect([view(), selectMustSignIn(store.getState())]).toEqual(['SIWXSignMessage', true])
    await siwx.current()?.cancel()
    await settled()
    expect([account(), view()]).toEqual([undefined, 'closed'])
  })

  test('if its settings throw when read, visitors are signed in and out as if the settings were absent', async () => {
    const plugIn = fakePlugIn()
    const settings = throwing('signOutOnDisconnect', 'accountChanged', 'sessionRefetchIntervalMs', 'getRequired')
    Object.defineProperties(plugIn.plugIn, Object.getOwnPropertyDescriptors(settings))
    const { view, sign, evm, store } = await visitorOf(plugIn.plugIn)
    await sign()
    expect([view(), plugIn.signedIn()]).toEqual(['closed', [`eip155:1:${ADDRESS}`]])
    await store.dispatch(switchNetwork('eip155:137'))
    await settled()
    expect(view()).toBe('SIWXSignMessage')
    evm.say('io.harbor', { type: 'disconnected' })
    await settled()
    expect([view(), plugIn.signedIn()]).toEqual(['closed', []])
  })

  test('if it is switched off, it counts as absent', async () => {
    const { account, store } = await visitorOf({}, { signInFault: NO_PLUG_IN, siweConfig: { enabled: false } })
    expect([account(), store.getState().siwx.isOn]).toEqual([`eip155:1:${ADDRESS}`, false])
  })
})

/** Stands in for the site's server, within this page. */
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

  test('signs no visitor in and fetches no sign-in code if it is switched off', async () => {
    for (const off of [{ enabled: false }, { options: { enabled: false } }]) {
      const { store, connect, view } = await site(fakePlugIn(), { siweConfig: siweConfig(off).config })
      await connect(harbor.id)
      await settled()
      expect([store.getState().siwx.isOn, view()]).toEqual([false, 'closed'])
    }
    expect(fetching).not.toHaveBeenCalled()
  })

  test('asks again on another network; declining there keeps the previous network and session', async () => {
    const { store, view, siwx, log, account, session } = await signedIn()
    await store.dispatch(switchNetwork('eip155:137'))
    await settled()
    expect(view()).toBe('SIWXSignMessage')
    await siwx.current()?.cancel()
    await settled()
    expect([account(), view(), log]).toEqual([`eip155:1:${ADDRESS}`, 'closed', ['signed in']])
    expect(session()).toEqual({ address: ADDRESS, chainId: 1 })
  })

  test('does not sign the visitor out on a network that the site does not support', async () => {
    const { evm, log, view } = await signedIn()
    evm.say('io.harbor', { type: 'network', caipNetworkId: 'eip155:5' })
    await settled()
    evm.say('io.harbor', { type: 'network', caipNetworkId: 'eip155:1' })
    await settled()
    expect([log, view()]).toEqual([['signed in'], 'closed'])
  })

  test('does not ask again on another network if sessions do not depend on the network', async () => {
    const { store, view } = await signedIn({ signOutOnNetworkChange: false })
    await store.dispatch(switchNetwork(polygon.caipNetworkId))
    await settled()
    expect(view()).toBe('closed')
  })

  test('signs out and asks again for another account', async () => {
    const { evm, view, log } = await signedIn()
    evm.say('io.harbor', { type: 'accounts', accounts: [{ address: OTHER_ADDRESS }] })
    await settled()
    expect([view(), log]).toEqual(['SIWXSignMessage', ['signed in', 'signed out']])
  })

  describe('checks the session', () => {
    const MINUTE_MS = 60_000
    const passes = (minutes: number) => jest.advanceTimersByTimeAsync(minutes * MINUTE_MS)
    const hide = (isHidden: boolean) => {
      jest.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden)
      document.dispatchEvent(new Event('visibilitychange'))
    }

    /** A visitor who is signed in. From now on `server` decides the responses, and the test controls the time. */
    async function stays(more: object = {}) {
      const server = { session: { address: ADDRESS, chainId: 1 } as object | null, isDown: false, asked: 0 }
      let isSignedIn = false
      jest.useFakeTimers()
      const coming = signedIn({
        async verifyMessage() {
          isSignedIn = true
          return true
        },
        async getSession() {
          server.asked++
          if (server.isDown) throw new Error('out of order')
          return isSignedIn ? server.session : null
        },
        ...more,
      })
      await jest.advanceTimersByTimeAsync(0)
      await jest.advanceTimersByTimeAsync(0)
      const page = await coming
      server.asked = 0
      return { ...page, server }
    }

    test('every five minutes; once the server has ended the session, the visitor is asked again', async () => {
      const { server, view, store } = await stays()
      await passes(11)
      expect([server.asked, view()]).toEqual([2, 'closed'])
      server.session = null
      await passes(5)
      expect([view(), selectMustSignIn(store.getState())]).toEqual(['SIWXSignMessage', true])
      const { asked } = server
      await passes(30)
      expect(server.asked).toBe(asked)
    })

    test.each([
      [MINUTE_MS, 10],
      [0, 0],
    ])('as often as the site says: %d ms', async (sessionRefetchIntervalMs, times) => {
      const { server } = await stays({ sessionRefetchIntervalMs })
      await passes(10.5)
      expect(server.asked).toBe(times)
    })

    test('not while the page is hidden, but once when the visitor comes back', async () => {
      const { server, view } = await stays()
      hide(true)
      await passes(60)
      expect(server.asked).toBe(0)
      server.session = null
      hide(false)
      await passes(0)
      expect([server.asked, view()]).toEqual([1, 'SIWXSignMessage'])
    })

    test('and does not sign the visitor out if the server is down for a while', async () => {
      const { server, view, account } = await stays()
      server.isDown = true
      await passes(20)
      expect([view(), account()]).toEqual(['closed', `eip155:1:${ADDRESS}`])
      server.isDown = false
      server.session = null
      await passes(5)
      expect(view()).toBe('SIWXSignMessage')
    })

    test('only while the wallet is connected', async () => {
      const { server, evm, view } = await stays()
      evm.say('io.harbor', { type: 'disconnected' })
      await passes(0)
      server.asked = 0
      await passes(30)
      expect([server.asked, view()]).toEqual([0, 'closed'])
    })
  })

  test('visitors of other families are not asked', async () => {
    const { connect, view, at } = await site(fakePlugIn(), { siweConfig: siweConfig().config })
    at('Connect', 'ConnectingExternal')
    await connect('dune', 'solana')
    await settled()
    expect(view()).toBe('closed')
  })
})

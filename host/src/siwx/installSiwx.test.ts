/** @jest-environment jsdom */

import { type ChainNamespace, ModalError, type Network } from '@portico/contracts'
import {
  ADDRESS,
  connectionWith,
  ethereum,
  type FakeAdapter,
  fakeAdapter,
  harbor,
  lantern,
  OTHER_ADDRESS,
  polygon,
  SOLANA_ADDRESS,
  solana,
} from '@portico/contracts/testing'
import { fakePlugIn, never, settled, siteWith } from '../../testing/site.ts'
import { dropConnection } from '../connections/dropConnection.ts'
import { switchNetwork } from '../connections/switchNetwork.ts'
import { AUTH_ID } from '../embeddedWallet/types.ts'
import type { PlugIn } from './plugIn.ts'
import { selectMustSignIn } from './siwxSlice.ts'

const ON_ETHEREUM = `eip155:1:${ADDRESS}`

let said: unknown[][]
beforeEach(() => {
  said = []
  jest.spyOn(console, 'error').mockImplementation((...parts) => void said.push(parts))
})
const sites: { dispose(): void }[] = []
afterEach(() => {
  for (const site of sites.splice(0)) site.dispose()
  jest.useRealTimers()
  jest.restoreAllMocks()
})

/** Harbor and Lantern have one address each, on Ethereum; another wallet has one on Solana. */
const wallets = () => ({
  evm: fakeAdapter({
    connectors: [harbor, lantern],
    connection: (connectorId) => ({
      ...connectionWith(),
      connectorId,
      accounts: [{ address: connectorId === lantern.id ? OTHER_ADDRESS : ADDRESS }],
    }),
  }),
  sol: fakeAdapter({
    namespace: 'solana',
    connectors: [{ id: 'dune', name: 'Dune', type: 'ANNOUNCED', namespace: 'solana' }],
    connection: () => ({
      connectorId: 'dune',
      accounts: [{ address: SOLANA_ADDRESS }],
      caipNetworkId: solana.caipNetworkId,
    }),
  }),
})

interface Situation {
  readonly evm?: FakeAdapter
  readonly networks?: readonly Network[]
  readonly isMulti?: boolean
}

async function site(plugIn = fakePlugIn(), situation: Situation = {}) {
  const { evm, sol } = { ...wallets(), ...situation }
  const networks = [ethereum, polygon, solana]
  const page = await siteWith(plugIn, { networks, ...situation, adapters: [evm, sol] })
  sites.push(page)
  const connect = (connectorId = harbor.id, namespace?: ChainNamespace) => page.connect(connectorId, namespace)
  return { ...page, plugIn, evm, connect }
}

/** A visitor who has connected Harbor and is asked to sign in. */
async function asked(plugIn = fakePlugIn(), situation?: Situation) {
  const page = await site(plugIn, situation)
  page.at('Connect', 'ConnectingExternal')
  await page.connect()
  await settled()
  return page
}

/** The same visitor, after signing in. */
async function signedIn(plugIn = fakePlugIn(), situation?: Situation) {
  const page = await asked(plugIn, situation)
  await page.sign()
  await settled()
  return page
}

describe('whether a visitor is asked (chains.md §7.2)', () => {
  test('a visitor with a session is not asked, and the connection window closes', async () => {
    const plugIn = fakePlugIn()
    plugIn.remembers('eip155:1', ADDRESS)
    const { view, arrived, account, store } = await asked(plugIn)
    expect([view(), arrived, account()]).toEqual(['closed', [ON_ETHEREUM], ON_ETHEREUM])
    expect(selectMustSignIn(store.getState())).toBe(false)
  })

  test('a visitor without a session is asked once, and has no view to go back to', async () => {
    const { view, store, plugIn } = await asked()
    expect(view()).toBe('SIWXSignMessage')
    expect(store.getState().router.stack).toHaveLength(1)
    expect(selectMustSignIn(store.getState())).toBe(true)
    expect(plugIn.asked.filter((method) => method === 'getSessions')).toHaveLength(1)
  })

  test('a visitor without a session is asked in a window that opens by itself', async () => {
    const { view, connect, commands } = await site()
    commands.close()
    await connect()
    await settled()
    expect(view()).toBe('SIWXSignMessage')
  })

  test('another open view stays open when the session check for an existing connection ends', async () => {
    const { view, at, store, plugIn } = await signedIn()
    plugIn.remembers('eip155:137', ADDRESS)
    at('Connect', 'ConnectingExternal')
    await store.dispatch(switchNetwork('eip155:137'))
    await settled()
    expect(view()).toBe('ConnectingExternal')
  })

  test('if the same account connects in another wallet, no new session is needed, and the window closes', async () => {
    const { evm } = wallets()
    const page = await signedIn(fakePlugIn(), { evm: { ...evm, connect: async (id) => sameAccount(id) } })
    page.at('Connect', 'ConnectingExternal')
    await page.connect(lantern.id)
    await settled()
    expect([page.view(), page.arrived]).toEqual(['closed', [ON_ETHEREUM, ON_ETHEREUM]])
    expect(page.plugIn.signedIn()).toEqual([ON_ETHEREUM])
  })

  test('a visitor with a session is not asked on an unsupported network, nor after returning from it', async () => {
    const { evm } = wallets()
    const page = await site(fakePlugIn(), { evm, networks: [ethereum, solana] })
    await page.connect()
    await page.sign()
    page.evm.say(harbor.id, { type: 'network', caipNetworkId: 'eip155:137' })
    await settled()
    expect([page.view(), page.plugIn.signedIn()]).toEqual(['closed', [ON_ETHEREUM]])
    page.evm.say(harbor.id, { type: 'network', caipNetworkId: 'eip155:1' })
    await settled()
    expect(page.view()).toBe('closed')
  })
})

const sameAccount = (connectorId: string) => ({
  connectorId,
  accounts: [{ address: ADDRESS }] as const,
  caipNetworkId: ethereum.caipNetworkId,
})

describe('signing (chains.md §7.3)', () => {
  test('gives message and signature to the plug-in, and closes the window', async () => {
    const { view, plugIn, events, evm, arrived } = await signedIn()
    expect([view(), plugIn.signedIn(), arrived]).toEqual(['closed', [ON_ETHEREUM], [ON_ETHEREUM]])
    expect(events()).toEqual(['SIWX_AUTH_SUCCESS'])
    expect(evm.calls.at(-1)?.args).toEqual([harbor.id, ADDRESS, `Sign ${ADDRESS} on eip155:1, 1`])
  })

  test('takes the visitor back to where they were, skipping the list of networks that led to the sign-in', async () => {
    const { view, at, store, sign } = await signedIn()
    at('Account', 'Networks', 'SwitchNetwork')
    await store.dispatch(switchNetwork('eip155:137'))
    await settled()
    expect(view()).toBe('SIWXSignMessage')
    await sign()
    expect([view(), store.getState().router.stack.length]).toEqual(['Account', 1])
  })

  test("uses the plug-in's own signer, if it has one, instead of the wallet", async () => {
    const plugIn = fakePlugIn({ signMessage: async ({ message }) => `own ${message}` })
    const { evm } = await signedIn(plugIn)
    expect(plugIn.signedIn()).toEqual([ON_ETHEREUM])
    expect(evm.calls.map(({ method }) => method)).toEqual(['connect'])
  })

  test.each<[string, string, Partial<PlugIn> | undefined]>([
    ['declined in the wallet', 'connection.requestRejected', undefined],
    ['refused by the plug-in', 'siwx.signFailed', { addSession: async () => Promise.reject(new Error('no')) }],
    [
      'refused by the plug-in, synchronously and without an Error',
      'siwx.signFailed',
      {
        addSession() {
          throw 'no'
        },
      },
    ],
    ['an invalid signature', 'siwx.signFailed', { signMessage: async () => undefined as never }],
    [
      'a signer that throws at once',
      'siwx.signFailed',
      {
        signMessage() {
          throw undefined
        },
      },
    ],
  ])('fails after %s: the error says so, and the sign-in view stays', async (_, code, changes) => {
    const { view, evm, sign, account } = await asked(fakePlugIn(changes))
    if (!changes) evm.fail('signMessage', 'rejected')
    await expect(sign()).rejects.toMatchObject({ code })
    expect([view(), account()]).toEqual(['SIWXSignMessage', ON_ETHEREUM])
  })

  test.each<[string, Partial<PlugIn>]>([
    ['rejects', { createMessage: async () => Promise.reject(new Error('no nonce')) }],
    [
      'throws at once',
      {
        createMessage() {
          throw new Error('no nonce')
        },
      },
    ],
    ['gives no message', { createMessage: async () => undefined as never }],
    ['gives a message without a text', { createMessage: async () => ({ toString: () => 7 }) as never }],
  ])('fails if the plug-in %s when creating a message, and canceling still works', async (_, changes) => {
    const { siwx, sign, account } = await asked(fakePlugIn(changes))
    await expect(sign()).rejects.toThrow()
    await siwx.current()?.cancel()
    expect(account()).toBeUndefined()
  })

  test('times out if the plug-in never answers, and a late answer is ignored', async () => {
    const { sign, plugIn } = await asked(fakePlugIn({ addSession: never }))
    jest.useFakeTimers()
    const signing = expect(sign()).rejects.toMatchObject({ code: 'siwx.signFailed' })
    await jest.advanceTimersByTimeAsync(30_000)
    await signing
    expect(plugIn.signedIn()).toEqual([])
  })
})

describe('a late result', () => {
  test('of a session check on a network that the visitor has left is ignored', async () => {
    let answer: (sessions: never[]) => void = () => {}
    const plugIn = fakePlugIn()
    const { getSessions } = plugIn.plugIn
    plugIn.plugIn.getSessions = (chainId, address) =>
      chainId === 'eip155:1' ? new Promise((done) => (answer = done)) : getSessions(chainId, address)
    plugIn.remembers('eip155:137', ADDRESS)
    const { view, store } = await asked(plugIn)
    expect(view()).toBe('ConnectingExternal')
    await store.dispatch(switchNetwork('eip155:137'))
    await settled()
    const before = view()
    answer([])
    await settled()
    expect([view(), selectMustSignIn(store.getState())]).toEqual([before, false])
  })

  test.each<[string, (page: Awaited<ReturnType<typeof asked>>) => unknown]>([
    ['the network', ({ store }) => store.dispatch(switchNetwork('eip155:137'))],
    ['the account', ({ evm }) => evm.say(harbor.id, { type: 'accounts', accounts: [{ address: OTHER_ADDRESS }] })],
    ['the connection', ({ store }) => store.dispatch(dropConnection('eip155', harbor.id))],
  ])('of a signature that was requested before %s changed is ignored', async (_, change) => {
    const page = await asked()
    const answer = page.evm.hold('signMessage')
    const signing = expect(page.sign()).rejects.toMatchObject({ code: 'connection.modalClosed' })
    await settled()
    await change(page)
    await signing
    answer()
    await settled()
    expect(page.plugIn.asked).not.toContain('addSession')
    expect(page.plugIn.signedIn()).toEqual([])
  })

  test('of any session check but the last is ignored when the visitor switches away and back', async () => {
    const answers: ((sessions: never[]) => void)[] = []
    const { store, view } = await asked(fakePlugIn({ getSessions: () => new Promise((done) => answers.push(done)) }))
    await store.dispatch(switchNetwork('eip155:137'))
    await settled()
    await store.dispatch(switchNetwork('eip155:1'))
    await settled()
    expect(answers).toHaveLength(3)
    answers[0]?.([])
    await settled()
    expect(view()).toBe('ConnectingExternal')
    answers[2]?.([])
    await settled()
    expect(view()).toBe('SIWXSignMessage')
  })
})

describe('a plug-in that cannot say who is signed in (chains.md §7.2, 4)', () => {
  test.each<[string, PlugIn['getSessions']]>([
    ['rejects', async () => Promise.reject(new Error('out of order'))],
    ['rejects with nothing', () => Promise.reject(undefined)],
    [
      'throws at once',
      () => {
        throw new Error('out of order')
      },
    ],
  ])('%s: the visitor is disconnected, and sees why', async (_, getSessions) => {
    const { account, view, store, events } = await asked(fakePlugIn({ getSessions }))
    expect([account(), view()]).toEqual([undefined, 'Connect'])
    expect(store.getState().feedback.snack).toMatchObject({
      variant: 'error',
      text: 'A problem occurred while trying initialize authentication',
    })
    expect(events()).toEqual(['SIWX_AUTH_ERROR'])
    expect(said).not.toEqual([])
  })

  test('never answers: the window can be closed, and after half a minute the check counts as failed', async () => {
    const page = await site(fakePlugIn({ getSessions: never }))
    page.at('Connect', 'ConnectingExternal')
    jest.useFakeTimers()
    await page.connect()
    await jest.advanceTimersByTimeAsync(1_000)
    page.commands.safeClose()
    expect([page.view(), page.account()]).toEqual(['closed', ON_ETHEREUM])
    await jest.advanceTimersByTimeAsync(30_000)
    expect([page.view(), page.account()]).toEqual(['Connect', undefined])
  })

  test('a wallet that never confirms the disconnection blocks nothing', async () => {
    const { evm } = wallets()
    const page = await site(fakePlugIn({ getSessions: () => Promise.reject(new Error('no')) }), {
      evm: { ...evm, disconnect: never },
    })
    jest.useFakeTimers()
    await page.connect()
    await jest.advanceTimersByTimeAsync(3_000)
    expect([page.view(), page.account()]).toEqual(['Connect', undefined])
  })

  test('a result that is not a list counts as no session', async () => {
    const { view } = await asked(fakePlugIn({ getSessions: async () => 'yes' as never }))
    expect(view()).toBe('SIWXSignMessage')
  })

  test('a plug-in that cannot say whether signing in is required counts as requiring it', async () => {
    const { store } = await asked(
      fakePlugIn({
        getRequired() {
          throw new Error('?')
        },
      }),
    )
    expect(selectMustSignIn(store.getState())).toBe(true)
  })
})

describe('signing in with the embedded wallet', () => {
  type End = 'success' | 'error'

  /**
   * The frame covers the sign-in view while `signMessage` waits; the end of the request is reported as in
   * `embeddedWallet/screen.ts`.
   */
  async function withEmbedded(plugIn = fakePlugIn()) {
    const evm = fakeAdapter({
      connectors: [{ id: AUTH_ID, name: 'Embedded', type: 'AUTH', namespace: 'eip155' }],
      connection: (connectorId) => ({ ...connectionWith(), connectorId }),
    })
    const page = await site(plugIn, { evm })
    const shown: unknown[] = []
    let end: (how: End) => void = () => {}
    const signing = (how: End) => {
      page.commands.popTransaction(how)
      if (how === 'error') throw new ModalError('connection.requestRejected')
      return '0x5160'
    }
    evm.signMessage = () => {
      if (page.store.getState().router.transactions.length > 0) page.commands.navigate('ApproveTransaction')
      shown.push(page.view())
      return new Promise<End>((resolve) => {
        end = resolve
      }).then(signing)
    }
    page.at('Connect')
    await page.connect(AUTH_ID)
    await settled()
    return { ...page, shown, answer: (how: End) => end(how) }
  }

  test('the request is shown over the sign-in view, and the window closes once it is approved', async () => {
    const { sign, shown, answer, view, plugIn, store } = await withEmbedded()
    const signing = sign()
    await settled()
    expect(shown).toEqual(['ApproveTransaction'])
    answer('success')
    await signing
    expect([view(), plugIn.signedIn()]).toEqual(['closed', [ON_ETHEREUM]])
    expect(store.getState().router.transactions).toEqual([])
  })

  test('after a rejection in the wallet, the visitor is back at the sign-in view, and can sign again', async () => {
    const { sign, answer, view, plugIn, store } = await withEmbedded()
    const signing = sign()
    await settled()
    answer('error')
    await expect(signing).rejects.toMatchObject({ code: 'connection.requestRejected' })
    expect([view(), store.getState().router.transactions]).toEqual(['SIWXSignMessage', []])
    const again = sign()
    await settled()
    expect(view()).toBe('ApproveTransaction')
    answer('success')
    await again
    expect(plugIn.signedIn()).toEqual([ON_ETHEREUM])
  })

  test('if the plug-in refuses the signature, the visitor is back at the sign-in view', async () => {
    const plugIn = fakePlugIn({ addSession: () => Promise.reject(new Error('The signature is invalid')) })
    const { sign, answer, view } = await withEmbedded(plugIn)
    const signing = sign()
    await settled()
    answer('success')
    await expect(signing).rejects.toMatchObject({ code: 'siwx.signFailed' })
    expect(view()).toBe('SIWXSignMessage')
  })

  test('canceling after switching accounts in the wallet restores the network and account of the session', async () => {
    const { sign, answer, siwx, evm, account, view, store, plugIn } = await withEmbedded()
    const go = evm.switchNetwork?.bind(evm)
    evm.switchNetwork = async (connectorId, network) => {
      await go?.(connectorId, network)
      const address = network.caipNetworkId === ethereum.caipNetworkId ? ADDRESS : OTHER_ADDRESS
      evm.say(connectorId, { type: 'accounts', accounts: [{ address }] })
    }
    const signing = sign()
    await settled()
    answer('success')
    await signing
    await store.dispatch(switchNetwork(polygon.caipNetworkId))
    await settled()
    expect([account(), view()]).toEqual([`eip155:137:${OTHER_ADDRESS}`, 'SIWXSignMessage'])
    await siwx.current()?.cancel()
    await settled()
    expect([account(), view(), plugIn.signedIn()]).toEqual([ON_ETHEREUM, 'closed', [ON_ETHEREUM]])
  })

  test('disconnecting while the request waits leaves neither an open window nor a pending transaction', async () => {
    const { sign, siwx, view, store } = await withEmbedded()
    const signing = sign()
    signing.catch(() => {})
    await settled()
    await siwx.current()?.disconnect()
    await expect(signing).rejects.toMatchObject({ code: 'connection.modalClosed' })
    expect([view(), store.getState().router.transactions]).toEqual(['closed', []])
  })
})

describe('declining (views.md §14.2)', () => {
  test('when required, and nothing was signed yet: the wallet is disconnected and the window closes', async () => {
    const { siwx, account, view, events } = await asked()
    await siwx.current()?.cancel()
    await settled()
    expect([account(), view(), events()]).toEqual([undefined, 'closed', ['CLICK_CANCEL_SIWX']])
  })

  test('when required, on the second network: the first network and its session are kept (§27, 42)', async () => {
    const { siwx, account, view, store, plugIn } = await signedIn()
    await store.dispatch(switchNetwork('eip155:137'))
    await settled()
    expect(view()).toBe('SIWXSignMessage')
    await siwx.current()?.cancel()
    await settled()
    expect([account(), view(), plugIn.signedIn()]).toEqual([ON_ETHEREUM, 'closed', [ON_ETHEREUM]])
  })

  test('when required, and the wallet does not switch back: the wallet is disconnected', async () => {
    const { siwx, account, store, evm } = await signedIn()
    await store.dispatch(switchNetwork('eip155:137'))
    await settled()
    evm.fail('switchNetwork', 'declined')
    await siwx.current()?.cancel()
    expect(account()).toBeUndefined()
  })

  test('when required, and the wallet does not answer: the visitor can still disconnect', async () => {
    const { siwx, account, store, evm, view } = await signedIn()
    await store.dispatch(switchNetwork('eip155:137'))
    await settled()
    const answer = evm.hold('switchNetwork')
    const cancelling = siwx.current()?.cancel()
    await settled()
    await siwx.current()?.disconnect()
    answer()
    await cancelling
    expect([account(), view()]).toEqual([undefined, 'closed'])
  })

  test("when required, and the previous network's session has ended: the wallet is disconnected", async () => {
    const { siwx, account, store, plugIn } = await signedIn()
    await store.dispatch(switchNetwork('eip155:137'))
    await settled()
    plugIn.forget()
    await siwx.current()?.cancel()
    expect(account()).toBeUndefined()
  })

  test('when optional: the wallet stays connected without a session, and the window closes', async () => {
    const { siwx, account, view, plugIn, arrived, store } = await asked(fakePlugIn({ getRequired: () => false }))
    expect(selectMustSignIn(store.getState())).toBe(false)
    await siwx.current()?.cancel()
    expect([account(), view(), plugIn.signedIn(), arrived]).toEqual([ON_ETHEREUM, 'closed', [], [ON_ETHEREUM]])
  })

  test('while the wallet or the plug-in is busy: neither is waited for', async () => {
    const { siwx, account, evm, sign, plugIn } = await asked()
    const answer = evm.hold('signMessage')
    const signing = expect(sign()).rejects.toMatchObject({ code: 'connection.modalClosed' })
    await siwx.current()?.cancel()
    await signing
    answer()
    await settled()
    expect([account(), plugIn.signedIn()]).toEqual([undefined, []])
  })

  test('while the plug-in is storing the session: no session is left behind', async () => {
    let finish = () => {}
    const plugIn = fakePlugIn()
    const { addSession } = plugIn.plugIn
    plugIn.plugIn.addSession = async (session) => {
      await new Promise<void>((done) => (finish = done))
      return addSession(session)
    }
    const { siwx, sign } = await asked(plugIn)
    const signing = expect(sign()).rejects.toMatchObject({ code: 'connection.modalClosed' })
    await settled()
    await siwx.current()?.cancel()
    await signing
    finish()
    await settled()
    expect(plugIn.signedIn()).toEqual([])
  })
})

describe('closing (views.md §3.3)', () => {
  test('is refused while signing in is required', async () => {
    const { commands, view, store } = await asked()
    commands.safeClose()
    expect([view(), store.getState().feedback.shakes]).toEqual(['SIWXSignMessage', 1])
  })

  test('is allowed while signing in is optional', async () => {
    const { commands, view, account } = await asked(fakePlugIn({ getRequired: () => false }))
    commands.safeClose()
    expect([view(), account()]).toEqual(['closed', ON_ETHEREUM])
  })
})

describe('several accounts', () => {
  test('in two families: each needs a session of its own, and keeps it', async () => {
    const page = await signedIn()
    await page.connect('dune', 'solana')
    await settled()
    expect(page.view()).toBe('SIWXSignMessage')
    await page.sign()
    expect(page.plugIn.signedIn()).toEqual([ON_ETHEREUM, page.account()])
    await page.store.dispatch(switchNetwork('eip155:1'))
    await settled()
    expect(page.view()).toBe('closed')
  })

  test('in two wallets: declining for one disconnects only that wallet', async () => {
    const page = await signedIn(fakePlugIn(), { isMulti: true })
    page.at('ProfileWallets', 'Connect', 'ConnectingExternal')
    await page.connect(lantern.id)
    await settled()
    expect(page.view()).toBe('SIWXSignMessage')
    await page.siwx.current()?.cancel()
    await settled()
    expect([page.account(), page.view(), page.plugIn.signedIn()]).toEqual([
      ON_ETHEREUM,
      'ProfileWallets',
      [ON_ETHEREUM],
    ])
  })
})

describe('signing out (chains.md §7.8)', () => {
  test('ends all sessions when the last connection ends', async () => {
    const { store, plugIn } = await signedIn()
    plugIn.remembers('eip155:137', OTHER_ADDRESS)
    await store.dispatch(dropConnection('eip155', harbor.id))
    await settled()
    expect(plugIn.signedIn()).toEqual([])
  })

  test("ends only one connection's sessions, on every network, if there are other connections", async () => {
    const page = await signedIn(fakePlugIn(), { isMulti: true })
    await page.connect(lantern.id)
    await settled()
    await page.sign()
    page.plugIn.remembers('eip155:137', OTHER_ADDRESS)
    await page.store.dispatch(dropConnection('eip155', lantern.id))
    await settled()
    expect(page.plugIn.signedIn()).toEqual([ON_ETHEREUM])
  })

  test('ends the session of a wallet that is replaced by another', async () => {
    const page = await signedIn()
    await page.connect(lantern.id)
    await settled()
    expect(page.plugIn.signedIn()).toEqual([])
    await page.sign()
    expect(page.plugIn.signedIn()).toEqual([`eip155:1:${OTHER_ADDRESS}`])
  })

  test('ends no session if the site keeps its visitors signed in', async () => {
    const { store, plugIn } = await signedIn(fakePlugIn({ signOutOnDisconnect: false }))
    await store.dispatch(dropConnection('eip155', harbor.id))
    await settled()
    expect(plugIn.signedIn()).toEqual([ON_ETHEREUM])
  })

  test.each<[string, PlugIn['setSessions']]>([
    ['rejects', () => Promise.reject(new Error('out of order'))],
    [
      'throws at once',
      () => {
        throw new Error('out of order')
      },
    ],
  ])('a plug-in that %s is reported, and the visitor is disconnected', async (_, setSessions) => {
    const { store, account } = await signedIn(fakePlugIn({ setSessions }))
    await store.dispatch(dropConnection('eip155', harbor.id))
    await settled()
    expect([account(), said.length]).toEqual([undefined, 1])
  })

  test('a visitor who comes back while a slow server is still signing out is asked again', async () => {
    let finish = () => {}
    const plugIn = fakePlugIn()
    const { setSessions } = plugIn.plugIn
    plugIn.plugIn.setSessions = async (sessions) => {
      await new Promise<void>((done) => (finish = done))
      return setSessions(sessions)
    }
    const page = await signedIn(plugIn)
    await page.store.dispatch(dropConnection('eip155', harbor.id))
    await page.connect()
    await settled()
    expect(page.view()).not.toBe('SIWXSignMessage')
    finish()
    await settled()
    expect(page.view()).toBe('SIWXSignMessage')
  })
})

describe('outside events', () => {
  test.each(['focus', 'storage'])('a sign-in in another tab is noticed here (%s)', async (event) => {
    const { view, plugIn } = await asked()
    plugIn.remembers('eip155:1', ADDRESS)
    dispatchEvent(new Event(event))
    await settled()
    expect(view()).toBe('closed')
  })

  test('without a pending sign-in, no sessions are requested', async () => {
    const { plugIn } = await signedIn()
    const before = plugIn.asked.length
    dispatchEvent(new Event('focus'))
    await settled()
    expect(plugIn.asked).toHaveLength(before)
  })

  test('when the visitor disconnects in the wallet, the sign-in view closes', async () => {
    const { evm, view } = await asked()
    evm.say(harbor.id, { type: 'disconnected' })
    await settled()
    expect(view()).toBe('closed')
  })

  test('on a family without a connection, the sign-in view closes until the page switches back', async () => {
    const { store, view } = await asked(fakePlugIn({ getRequired: () => true }))
    await store.dispatch(switchNetwork(solana.caipNetworkId))
    await settled()
    expect(view()).toBe('Connect')
    await store.dispatch(switchNetwork('eip155:1'))
    await settled()
    expect(view()).toBe('SIWXSignMessage')
  })

  test('once the modal is disposed of, the plug-in is not called', async () => {
    const { dispose, store, plugIn } = await signedIn()
    dispose()
    const before = plugIn.asked.length
    await store.dispatch(switchNetwork('eip155:137'))
    dispatchEvent(new Event('focus'))
    await settled()
    expect(plugIn.asked).toHaveLength(before)
  })
})

test('a plug-in that signs out by itself is told of another account, but not of a connection that ends', async () => {
  const heard: unknown[] = []
  const accountChanged: PlugIn['accountChanged'] = async (from, to) => void heard.push([from, to])
  const { evm, store } = await asked(fakePlugIn({ accountChanged }), { networks: [ethereum, solana] })
  const before = { chainId: 'eip155:1', address: ADDRESS }
  evm.say(harbor.id, { type: 'network', caipNetworkId: polygon.caipNetworkId })
  evm.say(harbor.id, { type: 'network', caipNetworkId: ethereum.caipNetworkId })
  await settled()
  expect(heard).toEqual([])
  evm.say(harbor.id, { type: 'accounts', accounts: [{ address: OTHER_ADDRESS }] })
  await settled()
  expect(heard).toEqual([[before, { chainId: 'eip155:1', address: OTHER_ADDRESS }]])
  await store.dispatch(dropConnection('eip155', harbor.id))
  await settled()
  expect(heard).toHaveLength(1)
})

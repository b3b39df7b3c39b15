/** @jest-environment jsdom */
import { ethereum, fakeAdapter, fillBrowserGaps, polygon, solana } from '@portico/contracts/testing'
import { ALICE, evmUser, SAFE_ALICE, SOL_ALICE, solanaUser, testEmbedded, turns } from '../../testing/embeddedWallet.ts'
import { outcome, SECURE } from '../../testing/frame.ts'
import { memoryStorage } from '../../testing/store.ts'
import { setPreferredAccountType } from '../connections/setPreferredAccountType.ts'
import { switchConnection } from '../connections/switchConnection.ts'
import { frameRefused } from '../project/projectSlice.ts'
import { publicAccount } from '../site/publicSnapshot.ts'
import { AUTH_ID } from './types.ts'

const s = 1_000

const testWallet = (situation: Partial<Parameters<typeof testEmbedded>[0]> = {}) =>
  testEmbedded({
    networks: [ethereum, polygon, solana],
    adapterOf: (namespace) => fakeAdapter({ namespace, connectors: [] }),
    ...situation,
  })

let wallet: ReturnType<typeof testEmbedded>
beforeAll(fillBrowserGaps)
beforeEach(() => {
  jest.useFakeTimers()
  jest.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(async () => {
  await wallet.dispose()
  expect(document.querySelector('iframe')).toBeNull()
  jest.restoreAllMocks()
  jest.useRealTimers()
})

const neverAborted = new AbortController().signal
type Rpc = { request(request: object): Promise<unknown>; on(event: string, listener: (payload: never) => void): void }

/** A visitor who is signed in, in both families unless the page has only one family. */
async function signedIn(options?: Parameters<typeof testWallet>[0], user: object = evmUser()) {
  wallet = testWallet({ hasSolana: false, ...options })
  const connecting = wallet.connect()
  await wallet.load()
  await (await wallet.asked('GET_USER')).succeed(user)
  await connecting
  return wallet
}

describe('the entry point', () => {
  const connectorsOf = () => {
    const seen: string[][] = []
    wallet.wrapped[0]?.watchConnectors((found) => seen.push(found.map(({ id }) => id)), wallet.life.signal)
    return seen
  }

  test('exists while e-mail or social login is switched on by the operator', () => {
    wallet = testWallet()
    const seen = connectorsOf()
    wallet.switchFeatures(false)
    wallet.switchFeatures(true)
    expect(seen).toEqual([['AUTH'], [], ['AUTH']])
  })

  test('appears in and disappears from the wallet list of an existing modal', () => {
    wallet = testWallet()
    const { store, life } = wallet
    let count = 0
    const onChange = () => {
      count++
      store.dispatch({ type: 'listed' }) // the owner of the wallet list does the same
    }
    wallet.embeddedWallet.watch(onChange, life.signal)
    wallet.switchFeatures(false)
    expect(count).toBe(1)
  })

  test('loads no code and no frame while e-mail and social login are off, even after an earlier visit', async () => {
    const storage = memoryStorage()
    storage.write('login', { id: 'x', provider: 'email' })
    wallet = testWallet({ isOn: false, storage })
    expect(connectorsOf()).toEqual([[]])
    await wallet.wrapped[0]?.load?.('AUTH')
    expect(await wallet.wrapped[0]?.restore('AUTH', { network: ethereum })).toBeUndefined()
    await expect(wallet.commands.embeddedWallet()).rejects.toMatchObject({ code: 'connection.noAuthConnector' })
    expect(wallet.chunks.count).toBe(0)
    expect(wallet.element()).toBeNull()
  })

  test('opens the provider window during the click, before any code has loaded', () => {
    wallet = testWallet()
    const open = jest.spyOn(window, 'open')
    wallet.commands.openSocialPopup()
    expect(open).toHaveBeenCalledWith(`${SECURE}/loading`, 'popupWindow', 'width=600,height=800,scrollbars=yes')
    expect(wallet.chunks.count).toBe(0)
  })
})

describe('signing in by e-mail', () => {
  async function withCode() {
    wallet = testWallet()
    wallet.at('EmailVerifyOtp')
    const commands = await wallet.commands.embeddedWallet()
    const step = commands.connectEmail(' Ada@Shop.example ', neverAborted)
    step.catch(() => {})
    await wallet.load([1])
    return { commands, step }
  }

  test('connects both families once the code is right and the device is approved, and stores the login', async () => {
    const { commands, step } = await withCode()
    const mail = await wallet.asked('CONNECT_EMAIL')
    expect(mail.payload).toEqual({ email: 'Ada@shop.example' })
    await mail.succeed({ action: 'VERIFY_OTP' })
    expect(await outcome(step)).toEqual({ value: 'VERIFY_OTP' })
    expect(commands.emailCooldownS()).toBe(30)

    const checked = commands.checkCode('123456', neverAborted)
    await (await wallet.asked('CONNECT_OTP')).succeed()
    const device = commands.waitForDevice(neverAborted)
    await (await wallet.asked('CONNECT_DEVICE')).succeed()
    await Promise.all([checked, device])

    const connected = commands.connect(neverAborted)
    const user = await wallet.asked('GET_USER')
    expect(user.payload).toMatchObject({ chainId: 1, preferredAccountType: 'smartAccount' })
    await user.succeed(evmUser({ smartAccountDeployed: false }))
    await connected
    expect(wallet.account()).toMatchObject({
      connectorId: 'AUTH',
      accounts: [{ address: ALICE }],
      caipNetworkId: 'eip155:1',
      wallet: { name: 'Email' },
    })
    expect(wallet.store.getState().embeddedWallet).toMatchObject({
      provider: 'email',
      email: 'ada@shop.example',
      smartAccountNetworks: [1],
    })
    expect(commands.emailCooldownS()).toBe(0)

    // The frame is asked for the other family's account, and then returns to the page's network
    // (secure-frame.md §12.5).
    const other = await wallet.asked('GET_USER')
    expect(other.payload).toMatchObject({ chainId: solana.caipNetworkId })
    await other.succeed(solanaUser())
    expect(wallet.account('solana')).toMatchObject({
      accounts: [{ address: SOL_ALICE }],
      session: wallet.account()?.session,
    })
    expect(wallet.provider('solana')).toMatchObject({ publicKey: SOL_ALICE })
    expect((await wallet.asked('SWITCH_NETWORK')).payload).toMatchObject({ chainId: 'eip155:1' })
    expect(wallet.store.getState().networks.chosenId).toBe('eip155:1')
    expect(wallet.events()).toEqual([
      'EMAIL_SUBMITTED',
      'EMAIL_VERIFICATION_CODE_SENT',
      'EMAIL_VERIFICATION_CODE_PASS',
      'CONNECT_SUCCESS',
      'CONNECT_SUCCESS',
    ])
    expect(wallet.told[3]?.properties).toMatchObject({ method: 'email' })
    expect(JSON.stringify(wallet.told)).not.toContain('shop.example')

    // Signing out in another tab ends both connections.
    wallet.storage.remove('login')
    await turns()
    expect([wallet.account(), wallet.account('solana')]).toEqual([undefined, undefined])
  })

  test('§5: another code can be requested after 31 s, but not after 29 s', async () => {
    const { commands } = await withCode()
    await (await wallet.asked('CONNECT_EMAIL')).succeed({ action: 'VERIFY_OTP' })
    jest.advanceTimersByTime(29 * s)
    expect(await outcome(commands.connectEmail('ada@shop.example', neverAborted))).toEqual({ code: 'email.cooldown' })
    jest.advanceTimersByTime(2 * s)
    const again = commands.connectEmail('ada@shop.example', neverAborted)
    await (await wallet.asked('CONNECT_EMAIL')).succeed({ action: 'VERIFY_OTP' })
    expect(await outcome(again)).toEqual({ value: 'VERIFY_OTP' })
  })

  test("a visitor who came from one family's wallets is connected there first, and the page switches to that family", async () => {
    wallet = testWallet()
    wallet.at('ProfileWallets')
    wallet.commands.navigate('Connect', { namespace: 'solana' })
    wallet.commands.navigate('EmailVerifyOtp', { email: 'ada@shop.example' })
    const connected = (await wallet.commands.embeddedWallet()).connect(neverAborted)
    await wallet.load()
    const user = await wallet.asked('GET_USER')
    expect(user.payload).toMatchObject({ chainId: solana.caipNetworkId })
    await user.succeed(solanaUser())
    await connected
    expect(wallet.account('solana')).toMatchObject({ accounts: [{ address: SOL_ALICE }] })
    expect(wallet.store.getState().networks.chosenId).toBe(solana.caipNetworkId)
    await (await wallet.asked('GET_USER')).succeed(evmUser())
    expect(wallet.account()).toMatchObject({ accounts: [{ address: ALICE }] })
  })

  test('a wrong code is reported as such, and connects nothing', async () => {
    const { commands } = await withCode()
    await (await wallet.asked('CONNECT_EMAIL')).succeed({ action: 'VERIFY_OTP' })
    const checked = commands.checkCode('000000', neverAborted)
    await (await wallet.asked('CONNECT_OTP')).fail({ message: 'Invalid code', code: 6002 })
    await expect(checked).rejects.toMatchObject({ code: 'frame.failed', details: { code: 6002 } })
    expect(wallet.events()).toContain('EMAIL_VERIFICATION_CODE_FAIL')
    expect(wallet.storage.read('login')?.id).toBeUndefined()
  })

  test('an invalid address is not posted to the frame', async () => {
    wallet = testWallet()
    const commands = await wallet.commands.embeddedWallet()
    await expect(commands.connectEmail('ada@shop', neverAborted)).rejects.toMatchObject({ code: 'email.invalid' })
    expect(wallet.element()).toBeNull()
  })

  test('a visitor who must follow a link first is waited for; then the registered device and the code are tracked', async () => {
    const { commands } = await withCode()
    await (await wallet.asked('CONNECT_EMAIL')).succeed({ action: 'VERIFY_DEVICE' })
    const device = commands.waitForDevice(neverAborted)
    await (await wallet.asked('CONNECT_DEVICE')).succeed()
    await device
    expect(wallet.events()).toEqual(['EMAIL_SUBMITTED', 'DEVICE_REGISTERED_FOR_EMAIL', 'EMAIL_VERIFICATION_CODE_SENT'])
  })

  test('a frame not loaded after 20 s is reported to the site owner; a frame that loads after 19 s is used', async () => {
    wallet = testWallet()
    const commands = await wallet.commands.embeddedWallet()
    const slow = commands.connectEmail('ada@shop.example', neverAborted)
    slow.catch(() => {})
    await turns()
    jest.advanceTimersByTime(21 * s)
    expect(await outcome(slow)).toEqual({ code: 'frame.loadFailed' })
    expect(wallet.store.getState().feedback.told).toEqual(['APKT003'])
    const again = commands.connectEmail('ada@shop.example', neverAborted)
    await turns()
    jest.advanceTimersByTime(19 * s)
    await wallet.load()
    await (await wallet.asked('CONNECT_EMAIL')).succeed({ action: 'VERIFY_OTP' })
    expect(await outcome(again)).toEqual({ value: 'VERIFY_OTP' })
  })
})

test('a frame that refuses the page does not load, and the site owner learns that the page is the cause', async () => {
  wallet = testWallet()
  wallet.store.dispatch(frameRefused())
  const commands = await wallet.commands.embeddedWallet()
  const refused = commands.connectEmail('ada@shop.example', neverAborted)
  refused.catch(() => {})
  await turns()
  jest.advanceTimersByTime(21 * s)
  expect(await outcome(refused)).toEqual({ code: 'frame.domainUnverified' })
  expect(wallet.store.getState().feedback.told).toEqual(['APKT005'])
})

describe('in an installed web app', () => {
  const PWA_FAILED = 'Error loading embedded wallet in PWA'

  test('the frame loads before the first click', async () => {
    wallet = testWallet()
    const loaded = wallet.embeddedWallet.client().then((client) => client.preload())
    await wallet.load()
    expect(await outcome(loaded)).toEqual({ value: undefined })
    expect(wallet.store.getState().feedback.told).toEqual([])
  })

  test('a frame that does not load is reported to the site owner, and blocks nothing', async () => {
    wallet = testWallet()
    const loaded = wallet.embeddedWallet.client().then((client) => client.preload())
    await turns()
    jest.advanceTimersByTime(21 * s)
    expect(await outcome(loaded)).toEqual({ value: undefined })
    expect(wallet.store.getState().feedback.told).toEqual(['APKT003', PWA_FAILED])
  })

  test('leaving the page while the frame loads reports no error', async () => {
    wallet = testWallet()
    const loaded = wallet.embeddedWallet.client().then((client) => client.preload())
    await turns()
    wallet.life.abort()
    expect(await outcome(loaded)).toEqual({ value: undefined })
    expect(wallet.store.getState().feedback.told).toEqual([])
  })
})

describe('at a later visit', () => {
  const kept = () => {
    const storage = memoryStorage()
    storage.write('login', { id: 'before', provider: 'google', email: 'ada@shop.example' })
    return storage
  }
  const restore = () => {
    const restored = wallet.wrapped[0]?.restore('AUTH', { network: ethereum })
    restored?.catch(() => {})
    return restored as Promise<unknown>
  }

  test('a visitor who is still signed in is connected, with the same login', async () => {
    wallet = testWallet({ storage: kept(), hasSolana: false })
    const restored = restore()
    await turns()
    wallet.frame.listen()
    wallet.frame.ready()
    await (await wallet.asked('IS_CONNECTED')).succeed({ isConnected: true })
    jest.advanceTimersByTime(500)
    await (await wallet.asked('SYNC_DAPP_DATA')).succeed()
    await (await wallet.asked('GET_SMART_ACCOUNT_ENABLED_NETWORKS')).succeed({ smartAccountEnabledNetworks: [] })
    await (await wallet.asked('GET_USER')).succeed(evmUser())
    expect(await outcome(restored)).toMatchObject({ value: { session: 'before', wallet: { name: 'Google' } } })
  })

  test.each([
    [
      'reports that the visitor is signed out',
      (requested: Awaited<ReturnType<typeof wallet.asked>>) => requested.succeed({ isConnected: false }),
    ],
    ['answers with an error', (requested: Awaited<ReturnType<typeof wallet.asked>>) => requested.fail()],
  ])('if a frame %s, the stored login is removed', async (_, answer) => {
    wallet = testWallet({ storage: kept(), hasSolana: false })
    const restored = restore()
    await turns()
    wallet.frame.listen()
    wallet.frame.ready()
    await answer(await wallet.asked('IS_CONNECTED'))
    expect(await outcome(restored)).toEqual({ value: undefined })
    expect(wallet.storage.read('login')).toBeUndefined()
  })

  test('if a frame cannot be reached, the stored login is kept for the next visit', async () => {
    wallet = testWallet({ storage: kept(), hasSolana: false })
    const restored = restore()
    await turns()
    jest.advanceTimersByTime(20 * s)
    expect(await outcome(restored)).toEqual({ code: 'frame.loadFailed' })
    expect(wallet.storage.read('login')?.id).toBe('before')
  })

  test('a visitor who has never signed in has no frame', async () => {
    wallet = testWallet()
    expect(await restore()).toBeUndefined()
    expect(wallet.element()).toBeNull()
  })
})

describe('signing out', () => {
  const leave = () => wallet.wrapped[0]?.disconnect('AUTH') as Promise<void>

  test.each([
    ['succeeds', () => wallet.frame.succeed()],
    ['fails', () => wallet.frame.fail({ message: 'no' })],
  ])('ends at once when the frame %s', async (_, answer) => {
    await signedIn()
    const left = leave()
    await wallet.asked('SIGN_OUT')
    answer()
    expect(await outcome(left)).toEqual({ value: undefined })
    expect(wallet.storage.read('login')).toBeUndefined()
  })

  test('ends after 3 s when the frame is silent, and removes the account from this page at once', async () => {
    await signedIn()
    const left = leave()
    await turns()
    expect(wallet.storage.read('login')).toBeUndefined()
    expect(wallet.account()).toBeUndefined()
    expect(wallet.store.getState().embeddedWallet).toEqual({ smartAccountNetworks: [] })
    jest.advanceTimersByTime(3 * s - 1)
    expect(await outcome(left)).toBe('pending')
    jest.advanceTimersByTime(1)
    await turns()
    expect(await outcome(left)).toEqual({ value: undefined })
  })

  test('in another tab signs out here too, and rejects requests that wait for the visitor', async () => {
    await signedIn()
    const requested = (wallet.provider() as Rpc).request({ method: 'personal_sign', params: ['0x00', ALICE] })
    requested.catch(() => {})
    await turns()
    wallet.storage.remove('login')
    await turns()
    expect(wallet.account()).toBeUndefined()
    await expect(requested).rejects.toThrow('Request was aborted')
  })
})

describe('requests', () => {
  const SIGNATURE = `0x${'12'.repeat(65)}`
  const sign = () => {
    const requested = (wallet.provider() as Rpc).request({ method: 'personal_sign', params: ['0x00', ALICE] })
    requested.catch(() => {})
    return requested
  }
  const entry = () => {
    const heard: string[] = []
    wallet.commands.pushTransaction({
      onSuccess: () => heard.push('success'),
      onError: () => heard.push('error'),
      onCancel: () => heard.push('cancel'),
    })
    return heard
  }

  test('open a closed window, which closes once they are approved', async () => {
    await signedIn()
    wallet.close()
    const requested = sign()
    await turns()
    expect(wallet.view()).toBe('ApproveTransaction')
    await (await wallet.asked('RPC_REQUEST')).succeed(SIGNATURE)
    expect(await requested).toBe(SIGNATURE)
    expect(wallet.view()).toBe('closed')
  })

  test.each([
    ['is approved', true],
    ['is refused', false],
  ])('reload the balance after a payment that %s: %s', async (_, isApproved) => {
    const adapter = fakeAdapter({ connectors: [] })
    await signedIn({ adapterOf: () => adapter })
    const balancesAsked = () => adapter.calls.filter(({ method }) => method === 'getBalance').map(({ args }) => args)
    expect(balancesAsked()).toEqual([])
    const params = [{ from: ALICE, to: ALICE, value: '0x1' }]
    const requested = (wallet.provider() as Rpc).request({ method: 'eth_sendTransaction', params })
    requested.catch(() => {})
    const posted = await wallet.asked('RPC_REQUEST')
    expect(balancesAsked()).toEqual([])
    if (isApproved) await posted.succeed(`0x${'ab'.repeat(32)}`)
    else await posted.fail({ message: 'no', code: 4001 })
    await turns()
    expect(balancesAsked()).toEqual(isApproved ? [[ALICE, ethereum.caipNetworkId]] : [])
  })

  test('keep the window open until the second of two is answered', async () => {
    await signedIn()
    wallet.close()
    const first = sign()
    await turns()
    const firstAsked = await wallet.asked('RPC_REQUEST')
    const second = sign()
    const secondAsked = await wallet.asked('RPC_REQUEST')
    await firstAsked.succeed(SIGNATURE)
    expect(await first).toBe(SIGNATURE)
    expect(wallet.view()).toBe('ApproveTransaction')
    await secondAsked.succeed(SIGNATURE)
    expect(await second).toBe(SIGNATURE)
    expect(wallet.view()).toBe('closed')
  })

  test('are shown over an open window with a transaction, and the transaction is told of their success', async () => {
    await signedIn()
    wallet.at('Account')
    const heard = entry()
    sign()
    await turns()
    expect(wallet.view()).toBe('ApproveTransaction')
    await (await wallet.asked('RPC_REQUEST')).succeed(SIGNATURE)
    expect(heard).toEqual(['success'])
    expect(wallet.view()).toBe('ApproveTransaction')
  })

  test('that are refused return to the view below; if there is a transaction, the transaction is told of the error', async () => {
    await signedIn()
    wallet.at('Account')
    const heard = entry()
    const requested = sign()
    await (await wallet.asked('RPC_REQUEST')).fail({ message: 'no', code: 4001 })
    await expect(requested).rejects.toMatchObject({ code: 4001 })
    expect(heard).toEqual(['error'])
    expect(wallet.view()).toBe('Account')
    const alone = sign()
    await turns()
    expect(wallet.view()).toBe('ApproveTransaction')
    await (await wallet.asked('RPC_REQUEST')).fail({ message: 'no', code: 4001 })
    await expect(alone).rejects.toMatchObject({ code: 4001 })
    expect(wallet.view()).toBe('Account')
  })

  test('are aborted when a window without a transaction is closed', async () => {
    await signedIn()
    wallet.close()
    const requested = sign()
    await turns()
    wallet.close()
    await expect(requested).rejects.toThrow('Request was aborted')
    expect(wallet.frame.names().at(-1)).toBe('RPC_ABORT')
  })

  test('are aborted when a window with transactions is closed; the transactions are canceled, the top one first', async () => {
    await signedIn()
    wallet.at('Account')
    const heard: string[] = []
    wallet.commands.pushTransaction({ onCancel: () => heard.push('below') })
    wallet.commands.pushTransaction({ onCancel: () => heard.push('top') })
    const requested = sign()
    await turns()
    wallet.close()
    expect(heard).toEqual(['top', 'below'])
    await expect(requested).rejects.toThrow('Request was aborted')
  })

  test('cause no abort when the window is closed while none is pending', async () => {
    await signedIn()
    wallet.at('Account')
    wallet.close()
    expect(wallet.frame.names()).not.toContain('RPC_ABORT')
  })

  test.each(['eth_sign', 'wallet_selfDestruct'])(
    '%s opens the window, shows an error after 300 ms, posts nothing, and rejects pending requests',
    async (method) => {
      await signedIn()
      wallet.close()
      const waiting = sign()
      await turns()
      wallet.closeQuietly()
      const before = wallet.frame.names().filter((name) => name === 'RPC_REQUEST').length
      const requested = (wallet.provider() as Rpc).request({ method, params: [] })
      await expect(requested).rejects.toMatchObject({ code: 4200, message: 'Requested RPC call is not allowed' })
      await expect(waiting).rejects.toThrow('Request was aborted')
      expect(wallet.view()).not.toBe('closed')
      jest.advanceTimersByTime(299)
      expect(wallet.store.getState().feedback.snack).toBeNull()
      jest.advanceTimersByTime(1)
      expect(wallet.store.getState().feedback.snack).toMatchObject({ key: 'host.approve.notAllowed', variant: 'error' })
      expect(wallet.frame.names().filter((name) => name === 'RPC_REQUEST')).toHaveLength(before)
    },
  )

  test('eth_chainId is answered here, in hexadecimal', async () => {
    await signedIn()
    expect(await (wallet.provider() as Rpc).request({ method: 'eth_chainId' })).toBe('0x1')
  })
})

describe('networks and account types', () => {
  test('switching the network asks the frame for the account there; site and state get the new network and account', async () => {
    await signedIn()
    const heard: unknown[] = []
    ;(wallet.provider() as Rpc).on('chainChanged', (id) => heard.push(id))
    ;(wallet.provider() as Rpc).on('accountsChanged', (accounts) => heard.push(accounts))
    const gone = wallet.wrapped[0]?.switchNetwork?.('AUTH', polygon)
    const requested = await wallet.asked('SWITCH_NETWORK')
    expect(requested.payload).toMatchObject({ chainId: 'eip155:137' })
    await requested.succeed({ chainId: 137 })
    await (await wallet.asked('GET_USER')).succeed(evmUser({ chainId: 137, address: SAFE_ALICE }))
    await gone
    expect(heard).toEqual(['0x89', [SAFE_ALICE]])
    expect(wallet.account()).toMatchObject({ caipNetworkId: 'eip155:137', accounts: [{ address: SAFE_ALICE }] })
  })

  test('the current account stays active if the preferred type is unavailable', async () => {
    const accounts = [
      { address: ALICE, type: 'eoa' },
      { address: SAFE_ALICE, type: 'smartAccount' },
    ]
    await signedIn({}, evmUser({ accounts, preferredAccountType: 'smartAccount' }))
    expect(wallet.account()?.accounts).toEqual([{ address: ALICE, type: 'eoa' }])
  })

  const toOwn = { namespace: 'eip155', connectorId: AUTH_ID, address: ALICE } as const
  test.each<[string, () => Promise<unknown>]>([
    ['in the settings', () => wallet.store.dispatch(setPreferredAccountType('eoa', 'eip155'))],
    ['in the list of wallets', () => wallet.store.dispatch(switchConnection(toOwn))],
  ])('the other account type, chosen %s, is requested from the frame', async (_, turn) => {
    const smart = { address: SAFE_ALICE, type: 'smartAccount' }
    const own = { address: ALICE, type: 'eoa' }
    wallet = testWallet({ hasSolana: false })
    const connecting = wallet.connect()
    await wallet.load([1])
    await (await wallet.asked('GET_USER')).succeed(evmUser({ address: SAFE_ALICE, accounts: [own, smart] }))
    await connecting
    expect(publicAccount(wallet.store.getState()).embeddedWalletInfo).toEqual({
      user: { email: 'ada@shop.example', username: undefined, accounts: [smart, own] },
      authProvider: 'email',
      accountType: 'smartAccount',
      isSmartAccountDeployed: false,
    })
    const provider = wallet.provider() as Rpc
    const heard: unknown[] = []
    provider.on('accountsChanged', (accounts) => heard.push(accounts))
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([SAFE_ALICE, ALICE])
    const turned = turn()
    const requested = await wallet.asked('SET_PREFERRED_ACCOUNT')
    expect(requested.payload).toEqual({ type: 'eoa' })
    await requested.succeed({ type: 'eoa', address: ALICE })
    const user = await wallet.asked('GET_USER')
    expect(user.payload).toMatchObject({ preferredAccountType: 'eoa' })
    await user.succeed(evmUser({ accounts: [own, smart] }))
    await turned
    expect(wallet.account()?.accounts).toEqual([own, smart])
    expect([heard, await provider.request({ method: 'eth_accounts' })]).toEqual([
      [[ALICE, SAFE_ALICE]],
      [ALICE, SAFE_ALICE],
    ])
    expect(wallet.frame.names()).not.toContain('RPC_REQUEST')
    expect(wallet.storage.read('accountTypes')).toEqual({ eip155: 'eoa' })
  })

  test('on a network without smart accounts, none is requested, but the preference is stored', async () => {
    await signedIn()
    await wallet.store.dispatch(setPreferredAccountType('smartAccount', 'eip155'))
    expect(wallet.frame.names()).not.toContain('SET_PREFERRED_ACCOUNT')
    expect(wallet.storage.read('accountTypes')).toEqual({ eip155: 'smartAccount' })
  })

  test('an account of a family that was not requested does not count as a sign-in', async () => {
    wallet = testWallet({ hasSolana: false })
    const connecting = wallet.connect()
    await wallet.load()
    await (await wallet.asked('GET_USER')).succeed(solanaUser())
    await expect(connecting).rejects.toMatchObject({ code: 'connection.failed' })
    expect(wallet.storage.read('login')).toBeUndefined()
  })
})

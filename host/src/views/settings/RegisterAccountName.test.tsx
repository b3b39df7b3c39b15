/** @jest-environment jsdom */
import { type ErrorCode, ModalError, SEARCH_DEBOUNCE_MS, selectAccount } from '@portico/contracts'
import {
  ADDRESS,
  ethereum,
  type FakeAdapter,
  fakeAdapter,
  fillBrowserGaps,
  harbor,
  OTHER_ADDRESS,
  polygon,
  render,
  solana,
  unmountAll,
} from '@portico/contracts/testing'
import { act } from 'react'
import { testEmbedded } from '../../../testing/embeddedVisitor.tsx'
import { selectIdentity } from '../../account/identitySlice.ts'
import { connected } from '../../connections/connectionsSlice.ts'
import { networkChosen } from '../../connections/networksSlice.ts'
import { createScreen } from '../../embeddedWallet/screen.ts'
import { ChooseAccountName } from './ChooseAccountName.tsx'
import { RegisterAccountName } from './RegisterAccountName.tsx'
import { RegisterAccountNameSuccess } from './RegisterAccountNameSuccess.tsx'

const smart = { address: ADDRESS, type: 'smartAccount' as const }
const eoa = { address: OTHER_ADDRESS, type: 'eoa' as const }

type Given = Partial<Parameters<typeof testEmbedded<FakeAdapter>>[0]>

/** A visitor whose smart account is active, unless the test says otherwise. */
const visitorWith = (given: Given = {}) =>
  testEmbedded({ adapter: fakeAdapter(), networks: [ethereum, polygon], accounts: [smart, eoa], ...given })

const NOW_S = 1_755_000_000
const RIVER = 'river.portico.test'

/**
 * Stands in for the name registry, according to its contract; `tests/contract/accountNames.test.ts` uses the real one.
 */
let taken: Set<string>
let owned: string[]
let requests: URL[]
let posted: Record<string, unknown>[]
/** How the next registration is refused. */
let refusal: { status: number; code: string } | undefined
/** Whether the service is down. */
let isOut: boolean

const record = (name: string) => ({ name, registered_at: '2025-01-01T00:00:00Z', addresses: {}, attributes: {} })
const json = (body: unknown, status = 200) => ({ ok: status < 400, status, json: async () => body })

function answer(url: URL, init: RequestInit) {
  if (init.method === 'POST') {
    posted.push(JSON.parse(String(init.body)))
    return refusal
      ? json({ error: { code: refusal.code, message: '' } }, refusal.status)
      : json(record(JSON.parse(String(posted.at(-1)?.message)).name))
  }
  requests.push(url)
  const subject = decodeURIComponent(url.pathname.split('/').at(-1) ?? '')
  if (url.pathname.includes('/identity/')) return json({ name: null })
  if (url.pathname.includes('/reverse/')) return json(owned.map(record))
  const names = [subject, `${subject}s`].map((label) => `${label}.portico.test`)
  return json({ suggestions: names.map((name) => ({ name, registered: taken.has(name) })) })
}

beforeAll(fillBrowserGaps)
beforeEach(() => {
  taken = new Set()
  owned = []
  requests = []
  posted = []
  refusal = undefined
  isOut = false
  jest.useFakeTimers({ now: NOW_S * 1_000, doNotFake: ['queueMicrotask', 'nextTick'] })
  globalThis.fetch = jest.fn(async (url: string, init: RequestInit = {}) => {
    init.signal?.throwIfAborted()
    if (isOut) throw new TypeError('Failed to fetch')
    return answer(new URL(url), init)
  }) as never
})
afterEach(async () => {
  await unmountAll()
  jest.useRealTimers()
})

const suggested = () =>
  requests.filter(({ pathname }) => pathname.includes('/suggestions/')).map(({ pathname }) => pathname)

async function show(given: Given = {}) {
  const visitor = visitorWith(given)
  visitor.commands.navigate('ChooseAccountName')
  const signal = visitor.commands.navigate('RegisterAccountName')
  const element = <RegisterAccountName params={undefined} signal={signal} />
  const shown = await visitor.show(render, element)
  const field = () => shown.find('wui-ens-input') as HTMLInputElement
  const pass = (ms: number) => act(async () => void (await jest.advanceTimersByTimeAsync(ms)))
  const fill = (text: string) =>
    act(async () => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field(), text)
      field().dispatchEvent(new Event('input', { bubbles: true }))
    })
  return {
    ...visitor,
    ...shown,
    signal,
    field,
    pass,
    fill,
    async type(text: string) {
      await fill(text)
      await pass(SEARCH_DEBOUNCE_MS)
    },
    enter: () =>
      act(async () => void field().form?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))),
    problem: () => shown.names('[role=alert]').join(),
    hint: () => shown.names('[role=status]').join(),
    suggestions: () => shown.names('[data-testid=account-name-suggestion]'),
    identity: () => selectIdentity(visitor.store.getState(), selectAccount(visitor.store.getState())),
    events: () => visitor.told.filter(({ event }) => event.startsWith('REGISTER')).map(({ event }) => event),
    signed: () => visitor.adapter.calls.filter(({ method }) => method === 'signMessage'),
    /** Opens and closes the approval as the frame does, with the real code; `decide` does what the visitor decides. */
    approving(decide: () => Promise<string>) {
      const opening = { open: async () => {}, present: () => {} } as never
      const { store, commands } = visitor
      const screen = createScreen({ store, commands, opening })
      visitor.adapter.signMessage = async () => {
        screen.showApproval()
        try {
          const signature = await decide()
          screen.approvalEnded({ namespace: 'eip155', outcome: 'success', left: 0 })
          return signature
        } catch (error) {
          screen.approvalEnded({ namespace: 'eip155', outcome: 'error', left: 0 })
          throw error
        }
      }
    },
  }
}

describe('choosing a name', () => {
  test('§15: begins with an explanation of what a name is for', async () => {
    const visitor = visitorWith()
    const shown = await visitor.show(render, <ChooseAccountName />)
    expect(shown.text()).toContain('Choose your account name')
    await shown.pressId('account-choose-name')
    expect(visitor.view()).toBe('RegisterAccountName')
    expect(visitor.told).toContainEqual({ event: 'OPEN_ENS_FLOW', properties: { isSmartAccount: true } })
  })

  test('works by typing, signing and registering a free name; then the success is shown', async () => {
    const page = await show()
    await page.type('River')
    expect(page.field().value).toBe('river')
    expect(page.text()).toContain('.portico.test')
    expect(page.suggestions()).toEqual([`${RIVER}available`, 'rivers.portico.testavailable'])
    expect(page.hint()).toContain(`${RIVER} is available`)
    await page.pressId('wui-ens-submit')
    const message = `{"name":"${RIVER}","attributes":{},"timestamp":${NOW_S}}`
    expect(page.signed().map(({ args }) => args.slice(1))).toEqual([[ADDRESS, message]])
    expect(posted).toEqual([{ coin_type: 60, address: ADDRESS, message, signature: '0x5160' }])
    expect(page.stack()).toEqual(['Account', 'ChooseAccountName', 'RegisterAccountNameSuccess'])
    expect(page.identity()).toEqual({ name: RIVER })
    expect(page.events()).toEqual(['REGISTER_NAME_INITIATED', 'REGISTER_NAME_SUCCESS'])
    expect(page.told.at(-1)?.properties).toEqual({ isSmartAccount: true, ensName: RIVER })
    expect(page.store.getState().router.transactions).toEqual([])
    await unmountAll()
    const done = await page.show(render, <RegisterAccountNameSuccess />)
    expect(done.text()).toContain(RIVER)
    await done.press('Let’s go')
    expect(page.view()).toBe('Account')
  })

  test('works by clicking a suggestion', async () => {
    const page = await show()
    await page.type('river')
    await page.press(/^rivers/)
    expect(page.identity()).toEqual({ name: 'rivers.portico.test' })
  })

  test("sends the network's coin type; an injected wallet can register too", async () => {
    const page = await show({
      connectorId: harbor.id,
      caipNetworkId: polygon.caipNetworkId,
      accounts: [{ address: ADDRESS }],
    })
    await page.type('river')
    await page.enter()
    expect(posted[0]?.coin_type).toBe(2147483785)
    expect(page.told.at(-1)?.properties).toEqual({ isSmartAccount: false, ensName: RIVER })
  })

  test('asks the services once, 500 ms after the last key', async () => {
    const page = await show()
    for (const text of ['rive', 'river', 'rivers']) await page.fill(text)
    await page.pass(SEARCH_DEBOUNCE_MS - 1)
    expect(suggested()).toEqual([])
    await page.pass(1)
    expect(suggested()).toEqual(['/v1/profile/suggestions/rivers'])
    expect(Object.fromEntries(requests.at(-1)?.searchParams ?? [])).toEqual({
      projectId: 'demo',
      st: 'appkit',
      sv: 'html-ethers-1.7.19',
    })
  })

  test('sends no request if the visitor leaves before those 500 ms have passed', async () => {
    const page = await show()
    await page.fill('river')
    await unmountAll()
    await page.pass(SEARCH_DEBOUNCE_MS)
    expect(suggested()).toEqual([])
  })

  test('waits for the response if Enter comes first, and registers a free name once', async () => {
    const page = await show()
    await page.fill('river')
    await page.enter()
    expect(page.signed()).toEqual([])
    await page.pass(SEARCH_DEBOUNCE_MS)
    expect(page.signed()).toHaveLength(1)
    expect(page.view()).toBe('RegisterAccountNameSuccess')
  })

  test('cancels a waiting Enter when the visitor goes on typing', async () => {
    const page = await show()
    await page.fill('river')
    await page.enter()
    await page.type('rivers')
    expect(page.signed()).toEqual([])
  })
})

describe('each reason why a name is unavailable has its own message', () => {
  test.each([
    ['a', 'Name must be at least 4 characters long'],
    ['riv', 'Name must be at least 4 characters long'],
  ])('a name that is too short, %j, causes an error only after Enter', async (text, sentence) => {
    const page = await show()
    await page.type(text)
    expect([page.problem(), page.hint()]).toEqual(['', sentence])
    await page.enter()
    expect(page.problem()).toBe(sentence)
    expect(suggested()).toEqual([])
  })

  test.each(['ri_ver', 'río', 'river.eth', 'ri ver'])('invalid characters, %j, cause an error', async (text) => {
    const page = await show()
    await page.type(text)
    expect(page.problem()).toContain('The value is not a valid username')
    await page.enter()
    expect([suggested(), page.signed()]).toEqual([[], []])
  })

  test('for a taken name, neither the row nor Enter continues', async () => {
    taken.add(RIVER)
    const page = await show()
    await page.type('river')
    expect(page.problem()).toBe(`${RIVER} is already taken`)
    expect(page.suggestions()).toEqual([`${RIVER}registered`, 'rivers.portico.testavailable'])
    expect(page.button(/^river\.portico/).disabled).toBe(true)
    expect(page.find('wui-ens-submit')).toBeNull()
    await page.enter()
    expect(page.signed()).toEqual([])
  })

  test('for an account that already has a name, registering is refused at once', async () => {
    owned = [RIVER]
    const page = await show()
    expect(page.problem()).toBe(`You already own a name: ${RIVER}`)
    expect(page.field().disabled).toBe(true)
  })

  test('for an account that has just got a name elsewhere, registering is refused', async () => {
    const page = await show()
    await page.type('brook')
    owned = [RIVER]
    await page.enter()
    expect(page.snack()).toBe(`You already own a name: ${RIVER}`)
    expect([page.signed(), page.view()]).toEqual([[], 'RegisterAccountName'])
  })

  test('for an account of another family, the view says that the account can have no name', async () => {
    const visitor = visitorWith({ networks: [ethereum, solana] })
    visitor.store.dispatch(
      connected({
        namespace: 'solana',
        connection: { connectorId: 'x', accounts: [{ address: 'y' }], caipNetworkId: solana.caipNetworkId },
      }),
    )
    visitor.store.dispatch(networkChosen(solana.caipNetworkId))
    const shown = await visitor.show(
      render,
      <RegisterAccountName params={undefined} signal={new AbortController().signal} />,
    )
    expect(shown.text()).toBe('Names are for EVM accounts only')
  })

  test('a failed lookup is retried by a click', async () => {
    const page = await show()
    isOut = true
    await page.type('river')
    expect(page.problem()).toContain('Error fetching name suggestions')
    isOut = false
    await page.pressId('account-names-retry')
    await page.pass(SEARCH_DEBOUNCE_MS)
    expect(page.suggestions()).toHaveLength(2)
  })
})

describe('a failed registration is explained, and the name in the field is kept', () => {
  test.each<[string, { status: number; code: string }, string]>([
    ['the name was just taken', { status: 400, code: 'name.taken' }, `${RIVER} is already taken`],
    [
      'the clock is off',
      { status: 400, code: 'name.expired' },
      'Your device’s clock is wrong. Correct it, then try again.',
    ],
    [
      'the signature is rejected',
      { status: 401, code: 'signature.wrong' },
      'Couldn’t verify the signature. Nothing was registered.',
    ],
    ['the service fails', { status: 500, code: 'server.failed' }, `Error registering name ${RIVER}`],
  ])('if %s', async (_, code, sentence) => {
    refusal = code
    const page = await show()
    await page.type('river')
    await page.enter()
    expect(page.snack()).toBe(sentence)
    expect(page.view()).toBe('RegisterAccountName')
    expect(page.field().value).toBe('river')
    expect(page.identity()).toBeUndefined()
    expect(page.events()).toEqual(['REGISTER_NAME_INITIATED', 'REGISTER_NAME_ERROR'])
    expect(page.told.at(-1)?.properties).toEqual({ isSmartAccount: true, ensName: RIVER, error: code.code })
    expect(page.store.getState().router.transactions).toEqual([])
  })

  test('if the wallet declines', async () => {
    const page = await show()
    page.adapter.fail('signMessage', 'rejected')
    await page.type('river')
    await page.enter()
    expect(page.snack()).toBe('You declined to sign. Nothing was registered.')
    expect([posted, page.view()]).toEqual([[], 'RegisterAccountName'])
  })

  test('if the visitor takes too long to approve, the reason shown is the delay, not a wrong clock', async () => {
    refusal = { status: 400, code: 'name.expired' }
    const page = await show()
    const sign = page.adapter.hold('signMessage')
    await page.type('river')
    await page.enter()
    expect(page.hint()).toBe(`Sign the request to register ${RIVER}.`)
    await page.pass(11_000)
    await act(async () => sign())
    expect(page.snack()).toBe('Signing took too long. Nothing was registered. Try again.')
  })

  test('if the service is unreachable, nothing is signed, because the account may already have a name', async () => {
    const page = await show()
    await page.type('river')
    isOut = true
    await page.enter()
    expect(page.snack()).toBe(`Error registering name ${RIVER}`)
    expect(page.signed()).toEqual([])
  })

  test('after any failure, registering can be retried', async () => {
    refusal = { status: 500, code: 'server.failed' }
    const page = await show()
    await page.type('river')
    await page.enter()
    refusal = undefined
    await page.enter()
    expect(page.view()).toBe('RegisterAccountNameSuccess')
  })
})

describe('a signature request that the embedded wallet shows on top', () => {
  test('is approved: Back never returns to the approval', async () => {
    const page = await show()
    const seen: (string | undefined)[] = []
    page.approving(async () => {
      seen.push(page.view())
      return '0x5160'
    })
    await page.type('river')
    await page.enter()
    expect(seen).toEqual(['ApproveTransaction'])
    expect(page.stack()).toEqual(['Account', 'ChooseAccountName', 'RegisterAccountNameSuccess'])
  })

  test.each<[string, ErrorCode, string]>([
    ['rejected', 'connection.requestRejected', 'You declined to sign. Nothing was registered.'],
    ['failed', 'connection.requestFailed', `Error registering name ${RIVER}`],
  ])('%s: the field is shown again, with the name in it', async (_, code, sentence) => {
    const page = await show()
    page.approving(async () => Promise.reject(new ModalError(code)))
    await page.type('river')
    await page.enter()
    expect(page.stack()).toEqual(['Account', 'ChooseAccountName', 'RegisterAccountName'])
    expect(page.snack()).toBe(sentence)
    await unmountAll()
    const again = await page.show(render, <RegisterAccountName params={undefined} signal={page.signal} />)
    expect((again.find('wui-ens-input') as HTMLInputElement).value).toBe('river')
  })

  test('is approved, but refused by the service: the field is shown again', async () => {
    refusal = { status: 400, code: 'name.taken' }
    const page = await show()
    page.approving(async () => '0x5160')
    await page.type('river')
    await page.enter()
    expect(page.stack()).toEqual(['Account', 'ChooseAccountName', 'RegisterAccountName'])
  })

  test('is dropped when the window closes: nothing is sent and nothing is shown', async () => {
    const page = await show()
    let approve = (_: string) => {}
    page.approving(() => new Promise((done) => (approve = done)))
    await page.type('river')
    await page.enter()
    expect(page.view()).toBe('ApproveTransaction')
    await act(async () => page.commands.close())
    await act(async () => approve('0x5160'))
    expect(posted).toEqual([])
    expect(page.snack()).toBeUndefined()
    expect(page.store.getState().router.isOpen).toBe(false)
    expect(page.events()).toEqual(['REGISTER_NAME_INITIATED', 'REGISTER_NAME_ERROR'])
  })
})

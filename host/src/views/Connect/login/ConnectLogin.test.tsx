/** @jest-environment jsdom */
import { type Connector, ModalError, type Network, type SocialProvider } from '@portico/contracts'
import type { StaticHalf } from '@portico/contracts/services/releaseIndex'
import {
  connectionWith,
  ethereum,
  fakeAdapter,
  fakeEmbeddedWallet,
  fillBrowserGaps,
  harbor,
  render,
  unmountAll,
} from '@portico/contracts/testing'
import { act } from 'react'
import { inShell } from '../../../../testing/shell.tsx'
import { createTestStore } from '../../../../testing/store.ts'
import { connected } from '../../../connections/connectionsSlice.ts'
import { frameError } from '../../../embeddedWallet/frameErrors.ts'
import { remoteAnnounced } from '../../../kernel/remotesSlice.ts'
import type { PorticoOptions } from '../../../options/types.ts'
import { ALL_OFF } from '../../../project/features.ts'
import { featuresResolved } from '../../../project/projectSlice.ts'
import { Connect } from '../Connect.tsx'
import { methodsOf } from './methodsOf.ts'

beforeAll(fillBrowserGaps)
afterEach(unmountAll)

const auth: Connector = { id: 'AUTH', name: 'AUTH', type: 'AUTH', namespace: 'eip155' }
const halfOf = (slots: object, messages: object) => ({ messages, views: {}, slots }) as unknown as StaticHalf
const email = halfOf(
  { 'connect.email': [{ label: 'email.label', placeholder: 'email.placeholder' }] },
  { 'email.label': 'Email address', 'email.placeholder': 'Email' },
)
const socials = halfOf(
  { 'connect.socials': [{ label: 'socials.continue', more: 'socials.more' }] },
  { 'socials.continue': 'Continue with {name}', 'socials.more': 'More' },
)

interface Situation {
  readonly connectors?: readonly Connector[]
  readonly options?: Partial<PorticoOptions>
  readonly providers?: readonly SocialProvider[]
  readonly hasEmail?: boolean
  readonly wallet?: Parameters<typeof fakeEmbeddedWallet>[0]
  /** Whether the page is on Bitcoin, where there is no embedded wallet. */
  readonly isOnBitcoin?: boolean
  /** Whether a visitor is already signed in. */
  readonly isSignedIn?: boolean
}

const bitcoin: Network = {
  caipNetworkId: 'bip122:000000000019d6689c085ae165831e93',
  chainNamespace: 'bip122',
  id: '000000000019d6689c085ae165831e93',
  name: 'Bitcoin',
  nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
  rpcUrls: [],
  walletRpcUrls: [],
  testnet: false,
}

async function show({
  connectors = [auth],
  options = {},
  providers = ['google'],
  hasEmail = true,
  wallet = {},
  isOnBitcoin = false,
  isSignedIn = false,
}: Situation = {}) {
  const adapters = [fakeAdapter({ connectors }), ...(isOnBitcoin ? [fakeAdapter({ namespace: 'bip122' })] : [])]
  const networks = isOnBitcoin ? [bitcoin, ethereum] : [ethereum]
  const test = createTestStore({ adapters, networks, options })
  const { store } = test
  const opened = jest.fn()
  const asked = jest.fn(async () => fakeEmbeddedWallet(wallet))
  Object.assign(test.commands, { embeddedWallet: asked, openSocialPopup: opened })
  const preloading: (() => void)[] = []
  Object.assign(test.services, {
    embeddedWallet: {
      client: async () => ({ prepare() {}, preload: () => new Promise<void>((done) => preloading.push(done)) }),
    },
  })
  if (isSignedIn) store.dispatch(connected({ namespace: 'eip155', connection: connectionWith(auth) }))
  store.dispatch(
    featuresResolved({
      features: { ...ALL_OFF, email: hasEmail, socials: providers.length ? providers : false },
      switches: undefined,
      source: 'fresh',
    }),
  )
  if (hasEmail) store.dispatch(remoteAnnounced({ id: 'email', version: '1.0.0', half: email }))
  if (providers.length) store.dispatch(remoteAnnounced({ id: 'socials', version: '1.0.0', half: socials }))
  const view = await render(inShell(test, <Connect params={undefined} signal={test.life.signal} />))
  await act(async () => {
    await import('./ConnectLogin.tsx')
    await new Promise((done) => setTimeout(done))
  })
  const byId = (id: string) => view.container.querySelector<HTMLElement>(`[data-testid="${id}"]`)
  const field = () => byId('wui-email-input') as HTMLInputElement
  return {
    ...view,
    ...test,
    opened,
    /** The requests to the embedded wallet. */
    asked,
    /** Pending preloads of the frame. A call ends one of them. */
    preloading,
    byId,
    field,
    top: () => store.getState().router.stack.at(-1),
    async type(text: string) {
      await act(async () => {
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field(), text)
        field().dispatchEvent(new Event('input', { bubbles: true }))
      })
    },
    submit: () => act(async () => void field().form?.requestSubmit()),
    /** The blocks in the order in which they are shown. */
    order: () =>
      [...view.container.querySelectorAll('[data-testid]')]
        .map((element) => element.getAttribute('data-testid') ?? '')
        .filter((id) => /^(wui-email-input|w3m-social-login-widget|wallet-selector-|.*separator)/.test(id)),
  }
}

test('email comes first, then social login, then wallets', async () => {
  const external: Connector = { ...harbor, type: 'EXTERNAL' }
  expect((await show({ connectors: [auth, external] })).order()).toEqual([
    'wui-email-input',
    'w3m-social-login-widget',
    'wui-separator',
    `wallet-selector-${harbor.id}`,
  ])
})

test('an installed wallet comes first', async () => {
  expect((await show({ connectors: [auth, harbor] })).order()).toEqual([
    `wallet-selector-${harbor.id}`,
    'wui-separator',
    'wui-email-input',
    'w3m-social-login-widget',
  ])
})

test('the site can set another order', async () => {
  const options = { features: { connectMethodsOrder: ['social', 'wallet', 'email'] as const } }
  expect((await show({ connectors: [auth, harbor], options })).order()).toEqual([
    'w3m-social-login-widget',
    'wui-separator',
    `wallet-selector-${harbor.id}`,
    'wui-separator',
    'wui-email-input',
  ])
})

test.each([
  ['email', 'wallet', true],
  ['email', 'social', false],
  ['social', 'email', false],
  ['social', 'wallet', true],
  ['wallet', 'email', true],
] as const)('between %s and %s there is an "or": %s', (first, second, expected) => {
  const isOn = { email: false, social: false, wallet: false, [first]: true, [second]: true }
  expect(methodsOf({ order: [first, second], hasInstalled: false, isOn })).toEqual([
    { method: first, hasSeparator: expected },
    { method: second, hasSeparator: false },
  ])
})

test('the embedded wallet is not listed among the wallets', async () => {
  const view = await show({ connectors: [auth, harbor] })
  expect(view.byId('wallet-selector-auth')).toBeNull()
})

test('a click on the collapsed wallets opens them', async () => {
  const view = await show({ connectors: [auth, harbor], options: { features: { collapseWallets: true } } })
  await act(async () => view.byId('w3m-collapse-wallets-button')?.click())
  expect(view.top()?.view).toBe('ConnectWallets')
})

test('if the site requires consent, nothing can be clicked before the visitor has given it', async () => {
  const options = { features: { legalCheckbox: true }, termsConditionsUrl: 'https://shop.example/terms' }
  const view = await show({ connectors: [auth, harbor], options })
  const inert = () => view.container.querySelectorAll('[inert]').length
  expect(inert()).toBe(3)
  await act(async () => view.container.querySelector<HTMLInputElement>('[type=checkbox]')?.click())
  expect(inert()).toBe(0)
})

describe('the email address', () => {
  test('leads to the view for the code; the submit button appears from four characters on', async () => {
    const connectEmail = jest.fn(async () => 'VERIFY_OTP' as const)
    const view = await show({ wallet: { connectEmail } })
    await view.type('a@b')
    expect(view.byId('w3m-email-submit-button')).toBeNull()
    await view.type(' ada@shop.example ')
    expect(view.byId('w3m-email-submit-button')?.getAttribute('aria-label')).toBe('Continue')
    await view.submit()
    expect(connectEmail).toHaveBeenCalledWith('ada@shop.example', expect.anything())
    expect(view.top()).toMatchObject({ view: 'EmailVerifyOtp', params: { email: 'ada@shop.example' } })
  })

  test.each([
    ['VERIFY_DEVICE', 'EmailVerifyDevice'],
    ['CONNECT', 'Connect'],
  ] as const)("opens the next view for the frame's answer: %s opens %s", async (step, expected) => {
    const connect = jest.fn(async () => {})
    const view = await show({ wallet: { connectEmail: async () => step, connect } })
    await view.type('ada@shop.example')
    await view.submit()
    expect(view.top()?.view).toBe(expected)
    expect(connect).toHaveBeenCalledTimes(step === 'CONNECT' ? 1 : 0)
  })

  test('is reported beside the field if it is invalid; any other error floats over the window', async () => {
    let error = frameError('email.invalid')
    const view = await show({ wallet: { connectEmail: async () => Promise.reject(error) } })
    await view.type('ada@shop')
    await view.submit()
    expect(view.byId('wui-email-error')).not.toBeNull()
    expect(view.field().getAttribute('aria-invalid')).toBe('true')
    error = new ModalError('service.unreachable')
    await view.submit()
    expect(view.byId('wui-email-error')).toBeNull()
    expect(view.store.getState().feedback.snack).toMatchObject({ variant: 'error' })
  })

  test('focusing the field is tracked', async () => {
    const view = await show()
    await act(async () => view.field().focus())
    expect(view.told.map(({ event }) => event)).toContain('EMAIL_LOGIN_SELECTED')
  })
})

describe('on a network of a family without embedded wallets', () => {
  const toEthereum = { view: 'SwitchNetwork', params: { caipNetworkId: ethereum.caipNetworkId } }

  test('entering an email address opens the switch to a network that has embedded wallets, and requests nothing', async () => {
    const view = await show({ isOnBitcoin: true })
    await view.type('ada@shop.example')
    await view.submit()
    expect(view.top()).toMatchObject(toEthereum)
    expect(view.asked).not.toHaveBeenCalled()
  })

  test.each([
    ['a provider', ['google'], 'social-selector-google'],
    ['Farcaster', ['farcaster'], 'social-selector-farcaster'],
    [
      'the button for all providers',
      ['google', 'x', 'discord', 'farcaster', 'github', 'apple', 'facebook'],
      'social-selector-more',
    ],
  ] as const)('clicking %s opens this switch too, but no popup', async (_, providers, id) => {
    const view = await show({ isOnBitcoin: true, providers })
    await act(async () => view.byId(id)?.click())
    expect(view.top()).toMatchObject(toEthereum)
    expect(view.opened).not.toHaveBeenCalled()
    expect(view.asked).not.toHaveBeenCalled()
  })
})

test('a visitor who is signed in cannot sign in a second time', async () => {
  const disabled = async (isSignedIn: boolean) => {
    const { field, byId } = await show({ isSignedIn })
    return [field().disabled, (byId('social-selector-google') as HTMLButtonElement).disabled]
  }
  expect(await disabled(false)).toEqual([false, false])
  expect(await disabled(true)).toEqual([true, true])
})

describe('in an installed web app', () => {
  const isInstalled = (is: boolean) =>
    jest
      .spyOn(globalThis, 'matchMedia')
      .mockImplementation((query) => ({ matches: is && query.includes('standalone') }) as MediaQueryList)
  afterEach(() => jest.restoreAllMocks())

  test('the frame is preloaded, and social login is enabled once preloading has ended', async () => {
    isInstalled(true)
    const view = await show()
    const button = view.byId('social-selector-google') as HTMLButtonElement
    expect([view.preloading.length, button.disabled, view.field().disabled]).toEqual([1, true, false])
    await act(async () => view.preloading[0]?.())
    expect([view.preloading.length, button.disabled]).toEqual([1, false])
  })

  test('nothing is preloaded by a page that is not installed', async () => {
    isInstalled(false)
    const view = await show()
    expect(view.preloading).toEqual([])
    expect((view.byId('social-selector-google') as HTMLButtonElement).disabled).toBe(false)
  })
})

describe('social login', () => {
  const names = (view: Awaited<ReturnType<typeof show>>) => view.names('[data-testid^=social-selector]')
  const labels = (view: Awaited<ReturnType<typeof show>>) =>
    [...view.container.querySelectorAll('[data-testid^=social-selector]')].map(
      (button) => button.getAttribute('aria-label') ?? button.textContent,
    )

  test('shows two providers side by side', async () => {
    expect(labels(await show({ providers: ['google', 'x'] }))).toEqual(['Google', 'X'])
  })

  test("shows the first provider's name if there are more than two", async () => {
    const view = await show({ providers: ['google', 'x', 'discord'] })
    expect(labels(view)).toEqual(['Continue with Google', 'X', 'Discord'])
    expect(names(view)).toHaveLength(3)
  })

  test('shows five of seven providers, with a button for all', async () => {
    const view = await show({ providers: ['google', 'x', 'discord', 'farcaster', 'github', 'apple', 'facebook'] })
    expect(labels(view)).toEqual(['Continue with Google', 'X', 'Discord', 'Farcaster', 'GitHub', 'More'])
    await act(async () => view.byId('social-selector-more')?.click())
    expect(view.top()?.view).toBe('ConnectSocials')
  })

  test('opens the popup synchronously when clicked', async () => {
    const view = await show()
    await act(async () => {
      view.byId('social-selector-google')?.click()
      expect(view.opened).toHaveBeenCalledTimes(1)
    })
    expect(view.top()).toMatchObject({ view: 'ConnectingSocial', params: { provider: 'google' } })
  })

  test('opens no popup for Farcaster', async () => {
    const view = await show({ providers: ['farcaster'] })
    await act(async () => view.byId('social-selector-farcaster')?.click())
    expect(view.opened).not.toHaveBeenCalled()
    expect(view.top()?.view).toBe('ConnectingFarcaster')
  })
})

import type { BrowserContext } from 'playwright-core'
import { shellFile, shellUrl } from '../browser/support/deployment.ts'
import { everything, openWallets, walletNamed, withMultiWallet } from '../browser/support/multiWallet.ts'
import { connectAndBeAsked, signButton, signInShop } from '../browser/support/signIn.ts'
import { stack } from '../browser/support/stack.ts'
import type { Visit, VisitOptions } from '../browser/support/visit.ts'
import { WALLET_NOT_APPLICABLE, WALLET_SCENES } from './walletScenes.ts'

export const STATES = ['loading', 'empty', 'error', 'filled'] as const
export type State = (typeof STATES)[number]

/** One picture: how a visitor gets to a view in a state. */
export interface Scene {
  readonly view: string
  readonly state: State
  /** What tells it from others of the same view and state. */
  readonly variant?: string
  readonly query?: VisitOptions['query']
  /** Only with a finger, or only with a mouse; absent: a phone has the one, a desk the other. */
  readonly touch?: boolean
  /** What is made to fail or to hang. */
  readonly prepare?: (context: BrowserContext) => Promise<unknown>
  readonly go: (visitor: Visit) => Promise<void>
}

const hang = (pattern: string | RegExp) => (context: BrowserContext) =>
  context.route(pattern, () => new Promise(() => {}))
const fail = (pattern: string | RegExp) => (context: BrowserContext) =>
  context.route(pattern, (route) => route.fulfill({ status: 500, headers: { 'access-control-allow-origin': '*' } }))

/** The site's own node and that of the services, which is asked in its place. */
const chainRequests = () => new RegExp(`^(${stack.urls.anvil}/?$|${stack.urls.services}/v1/\\?)`)
const receiveFiles = () => `${stack.urls.remotes.receive}/**`

const openWallet = async (visitor: Visit) => {
  await visitor.open()
  await visitor.devWallet.click()
}
const toReceive = async (visitor: Visit) => {
  await visitor.connect()
  await visitor.openAccount()
  await visitor.page.getByTestId('wallet-features-receive-button').click()
}
const toNetworks = async (visitor: Visit) => {
  await visitor.connect()
  await visitor.openAccount()
  await visitor.page.getByTestId('w3m-account-select-network').click()
  await visitor.view('Networks').waitFor()
}
const toSwitch = async (visitor: Visit, answer: string) => {
  await toNetworks(visitor)
  await visitor.page.evaluate(
    (behaviour) =>
      (globalThis as { devWallet?: { setBehaviour(text: string): void } }).devWallet?.setBehaviour(behaviour),
    answer,
  )
  await visitor.page.getByTestId('w3m-network-switch-Portico Second').click()
  await visitor.view('SwitchNetwork').waitFor()
}
const DIRECTORY = '**/getWallets*'
const toAllWallets = async (visitor: Visit) => {
  await visitor.open()
  await visitor.page.getByTestId('all-wallets').click()
}
const toGetWallet = async (visitor: Visit) => {
  await visitor.open()
  await visitor.page.getByTestId('help-button').click()
  await visitor.page.getByTestId('get-a-wallet-button').click()
}
const firstCard = (visitor: Visit) => visitor.page.locator('[data-testid^="wallet-search-item-"]').first()
const RELAY = /\/relay(\?|$)/
const failPairing = (context: BrowserContext) => fail(shellUrl(shellFile('chunk:pairing')))(context)
/** A line that opens and then says nothing. */
const silentRelay = (context: BrowserContext) => context.routeWebSocket(RELAY, () => {})
const toPairing = async (visitor: Visit) => {
  await visitor.open()
  await visitor.page.getByTestId('wallet-selector-walletconnect').click()
}
/** On a phone the way to pair is another one: there the list of wallets leads to their apps. */
const byCode = { touch: false } as const
const code = (visitor: Visit) => visitor.page.locator('[data-testid="wui-qr-code"][data-uri]').waitFor()
/** As a site without adapters has it: on a desk the code is the first view. */
const withoutAdapters = { ...byCode, query: { options: { adapters: [] } } } as const
const signsIn = async (visitor: Visit, behaviour: string) => {
  await connectAndBeAsked(visitor)
  await visitor.inWallet((wallet, answer) => wallet.setBehaviour(answer), behaviour)
  await signButton(visitor).click()
}
const retry = (visitor: Visit) => visitor.page.getByTestId('w3m-connecting-widget-secondary-button').waitFor()

export const SCENES: readonly Scene[] = [
  ...WALLET_SCENES,
  { view: 'Connect', state: 'filled', go: (visitor) => visitor.open() },
  { view: 'Connect', state: 'empty', query: { wallet: 'none' }, go: (visitor) => visitor.open() },
  {
    view: 'Connect',
    state: 'error',
    prepare: fail('**/appkit/v1/config*'),
    go: async (visitor) => {
      await visitor.open()
      await visitor.page.getByTestId('wui-alertbar-text').waitFor()
    },
  },
  { view: 'ConnectingExternal', state: 'loading', query: { wallet: 'hang' }, go: openWallet },
  {
    view: 'ConnectingExternal',
    state: 'error',
    query: { wallet: 'reject' },
    go: async (visitor) => {
      await openWallet(visitor)
      await retry(visitor)
    },
  },
  {
    view: 'Account',
    state: 'filled',
    go: async (visitor) => {
      await visitor.connect()
      await visitor.openAccount()
      await visitor.page.getByTestId('account-balance').waitFor()
    },
  },
  {
    view: 'Account',
    state: 'loading',
    prepare: (context) => hang(chainRequests())(context),
    go: async (visitor) => {
      await visitor.connect()
      await visitor.openAccount()
      await visitor.page.locator('[data-skeleton]').first().waitFor()
    },
  },
  {
    view: 'Account',
    state: 'error',
    prepare: async (context) => {
      await context.route(chainRequests(), (route) => route.abort())
      await context.route('**/release-index.txt', (route) =>
        route.fulfill({ body: 'x', headers: { 'access-control-allow-origin': '*' } }),
      )
    },
    go: async (visitor) => {
      await visitor.connect()
      await visitor.openAccount()
      await visitor.page.getByTestId('features-retry').waitFor()
      await visitor.page.getByTestId('balance-retry').waitFor()
    },
  },
  {
    view: 'Account',
    state: 'empty',
    // Nothing is on: without a project there is no operator, and the site wants none of it.
    query: { options: { projectId: null, debug: false, features: { receive: false, send: false } } },
    go: async (visitor) => {
      await visitor.connect()
      await visitor.openAccount()
      await visitor.page.getByTestId('account-balance').waitFor()
    },
  },
  { view: 'Networks', state: 'filled', go: toNetworks },
  {
    view: 'ProfileWallets',
    state: 'filled',
    query: everything,
    prepare: withMultiWallet,
    go: async (visitor) => {
      await visitor.connect()
      for (const connectorId of ['dev.portico.multi', 'dev.portico.other']) {
        await visitor.onPage((modal, id) => modal.connect({ connectorId: id }), connectorId)
      }
      await openWallets(visitor, 'eip155')
      // Its last button disconnects, in every language.
      await walletNamed(visitor, 'Portico Dev Wallet').getByRole('button').last().click()
      await visitor.page.getByTestId('recent-connection').waitFor()
    },
  },
  {
    view: 'ProfileWallets',
    state: 'empty',
    query: everything,
    prepare: withMultiWallet,
    go: async (visitor) => {
      await visitor.connect()
      await openWallets(visitor, 'bip122')
      await visitor.page.getByTestId('empty-template').waitFor()
    },
  },
  {
    view: 'SwitchActiveChain',
    state: 'filled',
    query: { families: 'eip155,solana' },
    go: async (visitor) => {
      await toNetworks(visitor)
      await visitor
        .view('Networks')
        .getByText(/Solana/)
        .click()
      await visitor.page.getByTestId('w3m-switch-active-chain-button').waitFor()
    },
  },
  { view: 'SwitchNetwork', state: 'loading', go: (visitor) => toSwitch(visitor, 'hang') },
  {
    view: 'SwitchNetwork',
    state: 'error',
    go: async (visitor) => {
      await toSwitch(visitor, 'reject')
      await retry(visitor)
    },
  },
  {
    view: 'UnsupportedChain',
    state: 'filled',
    query: { wallet: 'wrong-chain' },
    go: async (visitor) => {
      await openWallet(visitor)
      await visitor.view('UnsupportedChain').waitFor()
    },
  },
  {
    view: 'AllWallets',
    state: 'filled',
    go: async (visitor) => {
      await toAllWallets(visitor)
      await firstCard(visitor).waitFor()
    },
  },
  { view: 'AllWallets', state: 'loading', prepare: hang(DIRECTORY), go: toAllWallets },
  {
    view: 'AllWallets',
    state: 'empty',
    go: async (visitor) => {
      await toAllWallets(visitor)
      await visitor.page.getByRole('searchbox').fill('no such wallet')
      await visitor.page.getByTestId('no-wallet-found').waitFor()
    },
  },
  {
    view: 'AllWallets',
    state: 'error',
    prepare: fail(DIRECTORY),
    go: async (visitor) => {
      await toAllWallets(visitor)
      await visitor.page.getByTestId('all-wallets-retry').waitFor()
    },
  },
  {
    view: 'ConnectWallets',
    state: 'filled',
    query: {
      options: {
        features: { legalCheckbox: true },
        termsConditionsUrl: 'https://shop.example/terms',
        privacyPolicyUrl: 'https://shop.example/privacy',
      },
    },
    go: async (visitor) => {
      await visitor.onPage((modal) => modal.open({ view: 'ConnectWallets' }))
      await visitor.page.getByTestId('w3m-legal-checkbox').waitFor()
    },
  },
  {
    view: 'GetWallet',
    state: 'filled',
    go: async (visitor) => {
      await toGetWallet(visitor)
      await visitor.page.locator('[data-testid^="get-wallet-"]').nth(3).waitFor()
    },
  },
  { view: 'GetWallet', state: 'loading', prepare: hang(DIRECTORY), go: toGetWallet },
  {
    view: 'GetWallet',
    state: 'error',
    prepare: fail(DIRECTORY),
    go: async (visitor) => {
      await toGetWallet(visitor)
      await visitor.page.getByTestId('get-wallet-explore').waitFor()
    },
  },
  {
    view: 'GetWallet',
    state: 'empty',
    prepare: (context) => context.route(DIRECTORY, (route) => route.fulfill({ json: { count: 0, data: [] } })),
    go: async (visitor) => {
      await toGetWallet(visitor)
      await visitor.page.getByTestId('get-wallet-explore').waitFor()
    },
  },
  {
    view: 'Downloads',
    state: 'filled',
    ...byCode,
    go: async (visitor) => {
      await toAllWallets(visitor)
      await firstCard(visitor).click()
      await visitor.page.getByTestId('get-wallet-button').click()
    },
  },
  {
    view: 'ConnectingMultiChain',
    state: 'filled',
    query: { multi: 'ok', families: 'eip155,solana' },
    go: async (visitor) => {
      await visitor.open()
      await visitor.page.getByRole('button', { name: /Portico Multi Wallet/ }).click()
    },
  },
  {
    view: 'ConnectingWalletConnect',
    state: 'filled',
    ...byCode,
    go: async (visitor) => {
      await toPairing(visitor)
      await code(visitor)
    },
  },
  { view: 'ConnectingWalletConnect', state: 'loading', ...byCode, prepare: silentRelay, go: toPairing },
  {
    view: 'ConnectingWalletConnect',
    state: 'error',
    ...byCode,
    prepare: failPairing,
    go: async (visitor) => {
      await toPairing(visitor)
      await retry(visitor)
    },
  },
  {
    view: 'ConnectingWalletConnectBasic',
    state: 'filled',
    ...withoutAdapters,
    go: async (visitor) => {
      await visitor.open()
      await code(visitor)
    },
  },
  {
    view: 'ConnectingWalletConnectBasic',
    state: 'loading',
    ...withoutAdapters,
    prepare: silentRelay,
    go: (visitor) => visitor.open(),
  },
  {
    view: 'ConnectingWalletConnectBasic',
    state: 'error',
    ...withoutAdapters,
    prepare: failPairing,
    go: async (visitor) => {
      await visitor.open()
      await retry(visitor)
    },
  },
  { view: 'SIWXSignMessage', state: 'filled', ...signInShop(), go: connectAndBeAsked },
  { view: 'SIWXSignMessage', state: 'loading', ...signInShop(), go: (visitor) => signsIn(visitor, 'hang') },
  {
    view: 'SIWXSignMessage',
    state: 'error',
    ...signInShop(),
    go: async (visitor) => {
      await signsIn(visitor, 'reject')
      await visitor.page.getByTestId('wui-snackbar-message').waitFor()
    },
  },
  {
    view: 'WhatIsAWallet',
    state: 'filled',
    go: async (visitor) => {
      await visitor.open()
      await visitor.page.getByTestId('help-button').click()
    },
  },
  {
    view: 'WhatIsANetwork',
    state: 'filled',
    go: async (visitor) => {
      await toNetworks(visitor)
      await visitor.page.getByTestId('network-help-button').click()
    },
  },
  {
    view: 'InitialisationFailed',
    state: 'error',
    query: { options: { networks: [] } },
    go: (visitor) => visitor.open(),
  },
  {
    view: 'WalletReceive',
    state: 'filled',
    go: async (visitor) => {
      await visitor.connect()
      await visitor.openReceive()
    },
  },
  {
    view: 'WalletReceive',
    state: 'loading',
    prepare: (context) => hang(receiveFiles())(context),
    go: async (visitor) => {
      await toReceive(visitor)
      await visitor.page.locator('[data-skeleton]').first().waitFor()
    },
  },
  {
    view: 'WalletReceive',
    state: 'error',
    prepare: (context) => fail(receiveFiles())(context),
    go: async (visitor) => {
      await toReceive(visitor)
      await visitor.page.getByTestId('view-retry').waitFor()
    },
  },
  {
    view: 'WalletCompatibleNetworks',
    state: 'filled',
    go: async (visitor) => {
      await visitor.connect()
      await visitor.openReceive()
      await visitor.page.getByTestId('receive-networks-button').click()
    },
  },
]

/** States that a view cannot be in, with the reason. Whoever adds a view adds scenes or a reason. */
export const NOT_APPLICABLE: Readonly<Record<string, Partial<Record<State, string>>>> = {
  ...WALLET_NOT_APPLICABLE,
  Connect: { loading: 'wallets of the browser are known at once' },
  ConnectingExternal: { empty: 'it is about one wallet', filled: 'success closes it' },
  Networks: {
    loading: 'networks are options',
    empty: 'without a network there is no modal',
    error: 'a switch has a view of its own',
  },
  SwitchNetwork: { empty: 'it is about one network', filled: 'success leaves it' },
  ProfileWallets: { loading: 'what is stored is listed once its wallet has answered', error: 'a snack says it' },
  SwitchActiveChain: { loading: 'text', empty: 'it is about one network', error: 'nothing is asked for' },
  UnsupportedChain: { loading: 'as Networks', empty: 'as Networks', error: 'as Networks' },
  ConnectWallets: { loading: 'as Connect', empty: 'as Connect', error: 'as Connect' },
  ConnectingMultiChain: { loading: 'text', empty: 'it is about one wallet', error: 'nothing is asked for' },
  ConnectingWalletConnect: { empty: 'a code is there or is on its way' },
  ConnectingWalletConnectBasic: { empty: 'as ConnectingWalletConnect' },
  Downloads: { loading: 'links', empty: 'links', error: 'links' },
  SIWXSignMessage: { empty: 'there is always something to sign' },
  WhatIsAWallet: { loading: 'text', empty: 'text', error: 'text' },
  WhatIsANetwork: { loading: 'text', empty: 'text', error: 'text' },
  InitialisationFailed: { loading: 'an error', empty: 'an error', filled: 'an error' },
  WalletReceive: { empty: 'an account always has an address' },
  WalletCompatibleNetworks: {
    loading: 'networks are options',
    empty: 'an account is on a network',
    error: 'nothing is asked for',
  },
}

export const sceneName = ({ view, state, variant }: Scene): string =>
  [view, ...(variant === undefined ? [] : [variant]), state].join('-')

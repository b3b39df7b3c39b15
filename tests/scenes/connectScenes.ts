import { fail } from './routes.ts'
import type { Reasons, Scene } from './scene.ts'
import { openWallet, retry } from './steps.ts'

/** How visitors get to the views of connecting a browser wallet. */

export const CONNECT_SCENES: readonly Scene[] = [
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
    view: 'ConnectingMultiChain',
    state: 'filled',
    query: { multi: 'ok', families: 'eip155,solana' },
    go: async (visitor) => {
      await visitor.open()
      await visitor.page.getByRole('button', { name: /Portico Multi Wallet/ }).click()
    },
  },
  {
    view: 'InitialisationFailed',
    state: 'error',
    query: { options: { networks: [] } },
    go: (visitor) => visitor.open(),
  },
  {
    view: 'WhatIsAWallet',
    state: 'filled',
    go: async (visitor) => {
      await visitor.open()
      await visitor.page.getByTestId('help-button').click()
    },
  },
]

export const CONNECT_NOT_APPLICABLE: Reasons = {
  Connect: { loading: 'wallets of the browser are known at once' },
  ConnectWallets: { loading: 'as Connect', empty: 'as Connect', error: 'as Connect' },
  ConnectingExternal: { empty: 'it is about one wallet', filled: 'success closes it' },
  ConnectingMultiChain: { loading: 'text', empty: 'it is about one wallet', error: 'nothing is asked for' },
  InitialisationFailed: { loading: 'an error', empty: 'an error', filled: 'an error' },
  WhatIsAWallet: { loading: 'text', empty: 'text', error: 'text' },
}

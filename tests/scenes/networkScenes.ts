import type { Visit } from '../browser/support/visit.ts'
import type { Reasons, Scene } from './scene.ts'
import { openWallet, retry } from './steps.ts'

/** How visitors get to the views of networks. */

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

export const NETWORK_SCENES: readonly Scene[] = [
  { view: 'Networks', state: 'filled', go: toNetworks },
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
    view: 'WhatIsANetwork',
    state: 'filled',
    go: async (visitor) => {
      await toNetworks(visitor)
      await visitor.page.getByTestId('network-help-button').click()
    },
  },
]

export const NETWORK_NOT_APPLICABLE: Reasons = {
  Networks: {
    loading: 'networks are options',
    empty: 'without a network there is no modal',
    error: 'a switch has a view of its own',
  },
  SwitchActiveChain: { loading: 'text', empty: 'it is about one network', error: 'nothing is asked for' },
  SwitchNetwork: { empty: 'it is about one network', filled: 'success leaves it' },
  UnsupportedChain: { loading: 'as Networks', empty: 'as Networks', error: 'as Networks' },
  WhatIsANetwork: { loading: 'text', empty: 'text', error: 'text' },
}

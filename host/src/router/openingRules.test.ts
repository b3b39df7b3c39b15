import type { ViewName } from '@portico/contracts'
import { firstView, mayClose, type Situation } from './openingRules.ts'

const situation = (more: Partial<Situation>): Situation => ({
  hasAdapters: true,
  isConnected: false,
  isMobile: false,
  requested: undefined,
  ...more,
})

test.each<[string, Partial<Situation>, ViewName]>([
  [
    '§2 opening rule 1: no adapter and no address, on a desktop: the basic pairing view',
    { hasAdapters: false },
    'ConnectingWalletConnectBasic',
  ],
  [
    '§2 opening rule 1: no adapter and no address, on a phone: the list of all wallets',
    { hasAdapters: false, isMobile: true },
    'AllWallets',
  ],
  [
    '§2 opening rule 1 comes before rule 2: without adapters a requested view is not shown',
    { hasAdapters: false, requested: 'Networks' },
    'ConnectingWalletConnectBasic',
  ],
  [
    '§2 opening rule 1 needs both: no adapter but an address leads on to rule 3',
    { hasAdapters: false, isConnected: true },
    'Account',
  ],
  [
    '§2 opening rule 1 needs both: no adapter but an address lets a requested view through',
    { hasAdapters: false, isConnected: true, requested: 'Networks' },
    'Networks',
  ],
  ['§2 opening rule 2: a requested view is shown to a visitor', { requested: 'WhatIsAWallet' }, 'WhatIsAWallet'],
  [
    '§2 opening rule 2 comes before rule 3: a requested view is shown to a connected visitor',
    { requested: 'Networks', isConnected: true },
    'Networks',
  ],
  ['§2 opening rule 2: the same on a phone', { requested: 'Networks', isMobile: true }, 'Networks'],
  ['§2 opening rule 3: a connected visitor lands on the account', { isConnected: true }, 'Account'],
  ['§2 opening rule 3: the same on a phone', { isConnected: true, isMobile: true }, 'Account'],
  ['§2 opening rule 4: otherwise Connect', {}, 'Connect'],
  ['§2 opening rule 4: the same on a phone', { isMobile: true }, 'Connect'],
])('%s', (_, given, view) => {
  expect(firstView(situation(given))).toBe(view)
})

test.each<[string, ViewName[], boolean]>([
  ['an ordinary view may be closed', ['Connect'], true],
  ['the account may be closed', ['Account', 'Networks'], true],
  ['views.md §3.3: the unsupported-network screen may not be closed', ['UnsupportedChain'], false],
  ['views.md §3.3: nor may the network switch that it led to', ['UnsupportedChain', 'SwitchNetwork'], false],
  ['a network switch that was chosen freely may be closed', ['Account', 'Networks', 'SwitchNetwork'], true],
  ['a help page above the unsupported-network screen may be closed', ['UnsupportedChain', 'WhatIsANetwork'], true],
])('%s', (_, views, may) => {
  expect(mayClose(views)).toBe(may)
})

import type { ViewName } from '@portico/contracts'
import fc from 'fast-check'
import {
  closed,
  opened,
  type RouterState,
  routerSlice,
  selectCurrentEntry,
  selectIsOpen,
  selectStack,
  transactionPushed,
  transactionRemoved,
  viewGivenUp,
  viewPopped,
  viewPushed,
  viewReplaced,
  viewsWithdrawn,
} from './routerSlice.ts'

const { reducer } = routerSlice
const initial = reducer(undefined, { type: 'start' })

/** An open modal with these views on its stack. */
const showing = (first: ViewName, ...more: ViewName[]): RouterState =>
  more.reduce((state, view) => reducer(state, viewPushed({ view })), reducer(initial, opened({ view: first })))

const viewsOf = (state: RouterState) => state.stack.map(({ view }) => view)
const isConnected = true

test('a modal is closed at first, with Connect on its stack', () => {
  expect(initial.isOpen).toBe(false)
  expect(viewsOf(initial)).toEqual(['Connect'])
})

test('opening shows one view and forgets what was below it', () => {
  const state = reducer(showing('Account', 'Networks'), opened({ view: 'Connect' }))
  expect(state.isOpen).toBe(true)
  expect(viewsOf(state)).toEqual(['Connect'])
})

test('the first view of a modal that opens does not slide in', () => {
  expect(reducer(initial, opened({ view: 'Account' })).direction).toBe('none')
})

test('views.md §2.3: push adds a view to the stack, with its parameters', () => {
  const state = reducer(
    showing('Connect'),
    viewPushed({ view: 'ConnectingExternal', params: { namespace: 'eip155', connectorId: 'io.harbor' } }),
  )
  expect(viewsOf(state)).toEqual(['Connect', 'ConnectingExternal'])
  expect(state.stack[1]?.params).toEqual({ namespace: 'eip155', connectorId: 'io.harbor' })
  expect(state.direction).toBe('forward')
})

test('views.md §2.3: push does nothing if the view is already the current one', () => {
  const before = showing('Connect', 'WhatIsAWallet')
  expect(reducer(before, viewPushed({ view: 'WhatIsAWallet' }))).toBe(before)
})

test('views.md §2.3: push of a view that is further down the stack shows it again on top', () => {
  const state = reducer(showing('Account', 'Networks'), viewPushed({ view: 'Account' }))
  expect(viewsOf(state)).toEqual(['Account', 'Networks', 'Account'])
})

test('views.md §2.3: replace overwrites the last entry, both view and parameters', () => {
  const state = reducer(
    showing('Account', 'Networks'),
    viewReplaced({ view: 'SwitchNetwork', params: { caipNetworkId: 'eip155:137' } }),
  )
  expect(viewsOf(state)).toEqual(['Account', 'SwitchNetwork'])
  expect(state.stack[1]?.params).toEqual({ caipNetworkId: 'eip155:137' })
})

test('views.md §2.3: replace does nothing if the view is already the last entry', () => {
  const before = showing('Account', 'Networks')
  expect(reducer(before, viewReplaced({ view: 'Networks' }))).toBe(before)
})

test('§2 back: one entry is removed', () => {
  const state = reducer(showing('Account', 'Networks', 'WhatIsANetwork'), viewPopped(isConnected))
  expect(viewsOf(state)).toEqual(['Account', 'Networks'])
  expect(state.direction).toBe('back')
})

test('§2 back: a single entry stays, because closing is handled elsewhere', () => {
  const before = showing('Connect')
  expect(reducer(before, viewPopped(!isConnected))).toBe(before)
})

test('§2 back: a visitor who has connected in the meantime sees Account in place of Connect', () => {
  expect(viewsOf(reducer(showing('Connect', 'ConnectingExternal'), viewPopped(isConnected)))).toEqual(['Account'])
})

test('§2 back: a visitor who has not connected sees Connect again', () => {
  expect(viewsOf(reducer(showing('Connect', 'ConnectingExternal'), viewPopped(!isConnected)))).toEqual(['Connect'])
})

test('§2 back: only the entry that becomes visible again becomes Account', () => {
  const state = reducer(showing('Connect', 'Networks', 'WhatIsANetwork'), viewPopped(isConnected))
  expect(viewsOf(state)).toEqual(['Connect', 'Networks'])
})

test('§2 closing resets the stack to the first view of the next opening', () => {
  const state = reducer(showing('Account', 'Networks', 'WhatIsANetwork'), closed({ view: 'Connect' }))
  expect(state.isOpen).toBe(false)
  expect(viewsOf(state)).toEqual(['Connect'])
})

test('§2 closing in embedded mode: a connected visitor stays on Account', () => {
  expect(viewsOf(reducer(showing('Connect'), closed({ view: 'Account' })))).toEqual(['Account'])
})

test('closing drops the transactions that waited for a wallet', () => {
  expect(
    reducer(reducer(showing('Account'), transactionPushed('t1')), closed({ view: 'Connect' })).transactions,
  ).toEqual([])
})

test('no visitor stays on a view whose feature was switched off', () => {
  const state = reducer(
    showing('Account', 'WalletReceive', 'WhatIsANetwork'),
    viewsWithdrawn(['WalletReceive', 'WalletCompatibleNetworks'], 'Account'),
  )
  expect(viewsOf(state)).toEqual(['Account', 'WhatIsANetwork'])
})

test('if no other view is on the stack, the given view is shown', () => {
  expect(viewsOf(reducer(showing('WalletReceive'), viewsWithdrawn(['WalletReceive'], 'Account')))).toEqual(['Account'])
})

test('removing a feature that is not shown changes nothing', () => {
  const before = showing('Account', 'Networks')
  expect(reducer(before, viewsWithdrawn(['WalletReceive'], 'Account'))).toBe(before)
})

test('transactions wait in the order in which they began, and are removed one by one', () => {
  const two = reducer(reducer(showing('Account'), transactionPushed('t1')), transactionPushed('t2'))
  expect(two.transactions).toEqual(['t1', 't2'])
  expect(reducer(two, transactionRemoved('t1')).transactions).toEqual(['t2'])
  expect(reducer(two, transactionRemoved('unknown')).transactions).toEqual(['t1', 't2'])
})

test('two visits to the same view are two entries, so that one visit can end without the other', () => {
  const [first, , third] = showing('Account', 'Networks', 'Account').stack
  expect(first?.id).not.toBe(third?.id)
})

test('when a view is given up for the one below it, that view is not on the stack twice', () => {
  const state = reducer(showing('Account', 'Networks'), viewGivenUp({ view: 'Account' }))
  expect(state.stack.map(({ view }) => view)).toEqual(['Account'])
  expect(reducer(showing('Networks'), viewGivenUp({ view: 'Account' })).stack.map(({ view }) => view)).toEqual([
    'Account',
  ])
})

const view = fc.constantFrom<ViewName>('Connect', 'Account', 'Networks', 'WalletReceive', 'UnsupportedChain')
const action = fc.oneof(
  view.map((name) => opened({ view: name })),
  view.map((name) => viewPushed({ view: name })),
  view.map((name) => viewReplaced({ view: name })),
  fc.boolean().map((connected) => viewPopped(connected)),
  fc.tuple(fc.array(view), view).map(([views, fallback]) => viewsWithdrawn(views, fallback)),
  view.map((name) => closed({ view: name })),
  view.map((name) => viewGivenUp({ view: name })),
)

test('after any sequence of actions, a view is visible, and every entry has an id of its own', () => {
  fc.assert(
    fc.property(fc.array(action, { maxLength: 40 }), (actions) => {
      const state = actions.reduce(reducer, initial)
      const ids = state.stack.map(({ id }) => id)
      expect(state.stack.length).toBeGreaterThan(0)
      expect(new Set(ids).size).toBe(ids.length)
      expect(selectCurrentEntry({ router: state })).toBe(selectStack({ router: state }).at(-1))
      const last = actions.filter(({ type }) => type === opened.type || type === closed.type).at(-1)
      expect(selectIsOpen({ router: state })).toBe(last?.type === opened.type)
    }),
  )
})

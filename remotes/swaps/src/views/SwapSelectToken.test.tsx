/** @jest-environment jsdom */
import { fakeHost, hostState, type RenderedView, renderView, unmountAll } from '@portico/contracts/testing'
import { act } from 'react'
import remote from '../remote.ts'
import { listRead, type SwapsHostState, selectSwaps } from '../swapsSlice.ts'
import { dollar, ether, euro, ownDollars, ownEther } from '../testing.ts'
import { idOf, type Token } from '../token.ts'
import SwapSelectToken from './SwapSelectToken.tsx'

afterEach(unmountAll)

async function show(tokens: readonly Token[] = [euro, ether, dollar]) {
  const host = fakeHost({ remote, state: hostState({ holdings: [ownEther, ownDollars] }) })
  host.store.dispatch(listRead({ caipNetworkId: 'eip155:1', tokens }))
  return renderView(SwapSelectToken, { host, params: { target: 'toToken' } })
}

const names = (view: RenderedView, list: string) => view.names(`ul[aria-label="${list}"] button`)

async function search(view: RenderedView, text: string) {
  const input = view.container.querySelector<HTMLInputElement>('input[type=search]')
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
    input?.dispatchEvent(new Event('input', { bubbles: true }))
  })
}

test("the account's own tokens come first, sorted by value; the token to pay with cannot be chosen again", async () => {
  const view = await show()
  expect(names(view, 'Your tokens').map((name) => name.slice(0, 5))).toEqual(['Ether', 'Dolla'])
  const [first, second] = view.container.querySelectorAll<HTMLButtonElement>('ul[aria-label="Your tokens"] button')
  expect([first?.disabled, second?.disabled]).toEqual([true, false])
  expect(names(view, 'Tokens').map((name) => name.slice(0, 4))).toEqual(['Ethe', 'Euro', 'Doll'])
})

test('one press chooses a token and returns to the form', async () => {
  const view = await show()
  await act(async () => view.container.querySelector<HTMLElement>('[data-testid=swap-select-token-item-EUR]')?.click())
  const { form } = selectSwaps(view.host.store.getState() as SwapsHostState)
  expect([form.to, form.from, view.host.asked]).toEqual([idOf(euro), idOf(ether), [['back']]])
})

test('tokens are found by name, symbol and address, and no match is reported', async () => {
  const view = await show()
  await search(view, 'eur')
  expect(names(view, 'Tokens')).toHaveLength(1)
  expect(names(view, 'Suggested')).toEqual([])
  await search(view, euro.address ?? '')
  expect(names(view, 'Tokens')).toHaveLength(1)
  await search(view, 'nothing')
  expect(view.text()).toContain('No tokens found')
})

test('one hundred of several hundred are shown, and search finds the rest', async () => {
  const many = Array.from({ length: 300 }, (_, index) => ({
    ...euro,
    symbol: `T${String(index).padStart(4, '0')}`,
    address: `0x${index.toString(16).padStart(40, '0')}`,
  }))
  const view = await show([ether, ...many])
  expect(names(view, 'Tokens')).toHaveLength(100)
  expect(view.text()).toContain('Search to find more tokens.')
  await search(view, 'T0299')
  expect(names(view, 'Tokens')).toHaveLength(1)
})

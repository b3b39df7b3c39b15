/** @jest-environment jsdom */
import { type Account, type Network, selectAccount } from '@portico/contracts'
import {
  connectionWith,
  ethereum,
  type FakeAdapter,
  fakeAdapter,
  fillBrowserGaps,
  polygon,
  render,
  sepolia,
  unmountAll,
} from '@portico/contracts/testing'
import { act } from 'react'
import { inShell } from '../../../testing/shell.tsx'
import { createTestStore } from '../../../testing/store.ts'
import { loadBalance } from '../../account/loadBalance.ts'
import { connected } from '../../connections/connectionsSlice.ts'
import { AccountBalance } from './AccountBalance.tsx'

beforeAll(fillBrowserGaps)
afterEach(unmountAll)

interface Given {
  readonly adapter?: FakeAdapter
  /** `null` stands for a network that the site does not have. */
  readonly network?: Network | null
  readonly locale?: string
}

async function show({ adapter = fakeAdapter(), network = ethereum, locale = 'en' }: Given = {}) {
  const test = createTestStore({ adapters: [adapter], networks: [ethereum, polygon, sepolia], options: { locale } })
  test.store.dispatch(connected({ namespace: 'eip155', connection: connectionWith() }))
  const account = selectAccount(test.store.getState()) as Account
  const view = await render(inShell(test, <AccountBalance account={account} network={network ?? undefined} />))
  const load = () => act(() => test.store.dispatch(loadBalance(account, network ?? ethereum)))
  const shown = () => view.container.querySelector('[data-testid=account-balance]')
  return { ...view, load, shown, value: () => shown()?.getAttribute('data-value') }
}

const holding = (value: string, decimals = 18): FakeAdapter =>
  Object.assign(fakeAdapter(), { balance: { value, decimals, symbol: 'ETH' } })

test('a placeholder is shown until the response arrives', async () => {
  const view = await show()
  expect(view.names('[role=status]')).toEqual(['Loading'])
})

test.each([
  ['§5: floored to three decimals', '1999999999999999999', '1.999'],
  ['§5: never rounded up', '999999999999999999', '0.999'],
  ['§5: three decimals even if they are zero', '2000000000000000000', '2.000'],
  ['less than the smallest shown amount', '1', '0.000'],
  ['an empty balance', '0', '0.000'],
  ['more than a number can hold', '123456789012345678901234567890', '123456789012.345'],
])('%s', async (_, value, shown) => {
  const view = await show({ adapter: holding(value) })
  await view.load()
  expect(view.value()).toBe(shown)
})

test('the whole amount is in the tooltip', async () => {
  const view = await show({ adapter: holding('1234567890123456789') })
  await view.load()
  expect(view.shown()?.getAttribute('title')).toBe('1.234567890123456789')
})

test('a currency with another number of decimals is formatted accordingly', async () => {
  const view = await show({ adapter: holding('1234567', 6) })
  await view.load()
  expect(view.value()).toBe('1.234')
})

test.each([
  ['en', 'Balance 12,345.678 ETH'],
  ['de', 'Balance 12.345,678 ETH'],
])("the balance is formatted in the visitor's locale (%s), beside its symbol", async (locale, text) => {
  const view = await show({ adapter: holding('12345678900000000000000'), locale })
  await view.load()
  expect(view.text()).toBe(text)
})

test("§5: on a test network, '0.00' is shown without a request", async () => {
  expect((await show({ network: sepolia })).value()).toBe('0.00')
})

test("§5: on a network that the site does not support, '0.00' is shown", async () => {
  expect((await show({ network: null })).value()).toBe('0.00')
})

test('a failure is shown, and a click retries', async () => {
  const adapter = fakeAdapter()
  const view = await show({ adapter })
  adapter.fail('getBalance', 'unreachable')
  await view.load()
  expect(view.names('button')).toEqual(['Couldn’t reach the service · Try again'])
  await view.press(/Try again/)
  expect(view.value()).toBe('1.500')
})

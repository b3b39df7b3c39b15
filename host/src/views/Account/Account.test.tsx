/** @jest-environment jsdom */
import { transactionConfirmed } from '@portico/contracts'
import { connectionWith, ethereum, fakeAdapter, fillBrowserGaps, render, unmountAll } from '@portico/contracts/testing'
import { act } from 'react'
import { connected } from '../../connections/connectionsSlice.ts'
import { inShell } from '../../testShell.tsx'
import { createTestStore } from '../../testStore.ts'
import { Account } from './Account.tsx'

beforeAll(fillBrowserGaps)
afterEach(unmountAll)

const ether = (value: string) => ({ value, decimals: 18, symbol: 'ETH' })

async function show() {
  const adapter = fakeAdapter()
  const test = createTestStore({ adapters: [adapter], networks: [ethereum] })
  test.store.dispatch(connected({ namespace: 'eip155', connection: connectionWith() }))
  const view = await render(inShell(test, <Account />))
  const confirm = () =>
    act(async () => void test.store.dispatch(transactionConfirmed({ namespace: 'eip155', hash: '0x1' })))
  const balance = () => view.container.querySelector('[data-testid=account-balance]')?.getAttribute('data-value')
  const asked = () => adapter.calls.filter(({ method }) => method === 'getBalance').length
  return { ...view, adapter, confirm, balance, asked }
}

test('after a transaction the balance is read again by itself', async () => {
  const { adapter, confirm, balance, asked } = await show()
  expect([balance(), asked()]).toEqual(['1.500', 1])
  adapter.balance = ether('1000000000000000000')
  await confirm()
  expect([balance(), asked()]).toEqual(['1.000', 2])
})

test('after a transaction that is confirmed while the balance is being read, it is read once more', async () => {
  const { adapter, confirm, balance, asked } = await show()
  const answer = adapter.hold('getBalance')
  await confirm()
  adapter.balance = ether('7000000000000000000')
  await confirm()
  expect([balance(), asked()]).toEqual(['7.000', 3])
  adapter.balance = ether('1')
  await act(async () => answer())
  expect([balance(), asked()]).toEqual(['7.000', 3])
})

test('a balance that cannot be read is not asked for again and again', async () => {
  const { adapter, confirm, asked } = await show()
  adapter.fail('getBalance', 'unreachable')
  await confirm()
  expect(asked()).toBe(2)
})

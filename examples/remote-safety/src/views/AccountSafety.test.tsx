/** @jest-environment jsdom */
import { fakeActing, fakeHost, hostState, renderView, unmountAll } from '@portico/contracts/testing'
import { act } from 'react'
import remote from '../remote.ts'
import { type FakeChain, fakeChain, log, MAX, SPENDER, TOKEN, tokenCalls } from '../testing.ts'
import AccountSafety from './AccountSafety.tsx'

afterEach(unmountAll)

const show = async (chain: FakeChain) => {
  const host = fakeHost({ remote, state: hostState(), acting: fakeChain(chain) })
  const view = await renderView(AccountSafety, { host })
  await act(async () => {
    for (let turn = 0; turn < 50; turn++) await Promise.resolve()
  })
  return view
}
const approval = log(50, TOKEN, 'approval', [SPENDER], [MAX])
const unlimited = { logs: [approval], calls: tokenCalls(TOKEN, MAX, 5_000_000n) }

test('an unlimited approval is named with its risk, its spender and what can be taken', async () => {
  const view = await show(unlimited)
  expect(view.text()).toContain('Any amount of USDC')
  expect(view.text()).toContain('0xb2b2…b2b2 · 5 USDC')
  expect(view.text()).toContain('High risk')
  await view.press(/Any amount of USDC/)
  expect(view.host.asked).toEqual([
    ['navigate', 'AccountSafetyRevoke', expect.objectContaining({ kind: 'token', spender: SPENDER })],
  ])
})

test('an account that has allowed nothing is told so', async () => {
  expect((await show({})).text()).toContain('Nobody may take anything')
})

test('nothing is called safe while a part could not be read', async () => {
  const view = await show({ broken: ['eth_getCode'] })
  expect(view.text()).not.toContain('Nobody may take anything')
  expect(view.text()).toContain('Whether other code acts as this account could not be read.')
})

test('what was read is shown beside what was not', async () => {
  const other = log(51, SPENDER, 'approval', [TOKEN], [1n])
  const view = await show({ ...unlimited, logs: [approval, other] })
  expect(view.text()).toContain('One permission could not be checked.')
  expect(view.text()).toContain('Any amount of USDC')
})

test('a visitor can look further back than one reading goes', async () => {
  const view = await show({
    ...unlimited,
    newest: 600_000,
    rangeMax: 10_000,
    logs: [{ ...approval, blockNumber: '0x30d40' }],
  })
  expect(view.text()).toContain('Permissions from before block 210001 were not looked at.')
  await view.press('Look further back')
  await act(async () => {
    for (let turn = 0; turn < 500; turn++) await Promise.resolve()
  })
  expect(view.text()).toContain('Any amount of USDC')
  expect(view.text()).not.toContain('were not looked at')
})

test('a failure is said, and can be tried again', async () => {
  const host = fakeHost({ remote, state: hostState(), acting: fakeActing() })
  const view = await renderView(AccountSafety, { host })
  await act(async () => {
    for (let turn = 0; turn < 50; turn++) await Promise.resolve()
  })
  expect(view.text()).toContain('This could not be checked')
  expect(view.text()).not.toContain('Nobody may take anything')
  await view.press('Check again')
})

test('every text that the code names is there', () => {
  for (const { title } of Object.values(remote.views)) expect(remote.messages).toHaveProperty([title])
  for (const { label } of Object.values(remote.slots).flat()) expect(remote.messages).toHaveProperty([label])
})

/** @jest-environment jsdom */
import type { SentTransaction } from '@portico/contracts'
import { ADDRESS, ethereum, fakeHost, hostState, polygon, renderView, unmountAll } from '@portico/contracts/testing'
import remote from '../remote.ts'
import { FRIEND } from '../testing.ts'
import WalletSendConfirmed from './WalletSendConfirmed.tsx'

afterEach(unmountAll)

const hash = `0x${'a'.repeat(64)}`
const sent: SentTransaction = {
  caipNetworkId: ethereum.caipNetworkId,
  from: ADDRESS,
  hash,
  sentAt: 0,
  phase: 'pending',
  note: { type: 'send', amount: '1500000', decimals: 6, symbol: 'USD', to: FRIEND },
}

async function show(over: Partial<SentTransaction>, params: object = {}) {
  const host = fakeHost({ remote, state: hostState({ transactions: [{ ...sent, ...over }] }) })
  const { caipNetworkId } = ethereum
  return renderView(WalletSendConfirmed, { host, params: { caipNetworkId, hash, ...params } })
}

test.each([
  [{ phase: 'pending' }, 'status', 'On its way'],
  [{ phase: 'confirmed' }, 'status', 'Sent successfully'],
  [{ phase: 'failed' }, 'alert', 'Not sentThe network rejected'],
  [{ phase: 'replaced' }, 'alert', 'Not sentAnother transaction from your account replaced it.'],
  [{ phase: 'dropped' }, 'alert', 'The network dropped this transaction'],
] as const)('the outcome is shown with its reason: %j', async (over, role, text) => {
  const view = await show(over)
  expect(view.names(`[role=${role}]`)[0]).toContain(text)
  expect(view.text()).toContain('1.5 USD to 0xD1220A…2e7b9aDb')
})

test("a contract's reason for reverting is shown verbatim", async () => {
  const view = await show({ phase: 'failed', reason: 'paused until Monday' })
  expect(view.text()).toContain('Reason: paused until Monday')
})

test('a transaction on another network is not shown here', async () => {
  const view = await show({ phase: 'failed', caipNetworkId: polygon.caipNetworkId })
  expect(view.text()).toContain('On its way')
})

test.each([
  ['the transaction itself', { phase: 'failed' }, hash],
  ['the transaction that replaced it', { phase: 'replaced', replacedBy: '0xb' }, '0xb'],
] as const)('the explorer shows %s', async (_, over, shown) => {
  const open = jest.spyOn(window, 'open').mockReturnValue(null)
  await (await show(over)).press('View on explorer')
  expect(open).toHaveBeenCalledWith(`https://explorer.example/tx/${shown}`, '_blank', 'noopener,noreferrer')
  open.mockRestore()
})

test('after a site’s request the visitor returns to the site, otherwise to the account', async () => {
  const own = await show({ phase: 'confirmed' })
  await own.press('Done')
  expect(own.host.asked).toEqual([['navigate', 'Account']])
  const fromSite = await show({ phase: 'confirmed' }, { isAsked: true })
  await fromSite.press('Close')
  expect(fromSite.host.asked).toEqual([['close']])
})

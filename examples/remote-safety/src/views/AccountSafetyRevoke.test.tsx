/** @jest-environment jsdom */
import type { TransactionRequest } from '@portico/contracts'
import { ADDRESS, fakeHost, hostState, renderView, unmountAll } from '@portico/contracts/testing'
import { act } from 'react'
import type { Grant } from '../grant.ts'
import remote from '../remote.ts'
import { COLLECTION, fakeChain, PERMIT2, SPENDER, TOKEN, word } from '../testing.ts'
import AccountSafetyRevoke from './AccountSafetyRevoke.tsx'

afterEach(unmountAll)

const settled = () =>
  act(async () => {
    for (let turn = 0; turn < 200; turn++) await Promise.resolve()
  })

async function review(grant: Partial<Grant>) {
  const acting = fakeChain({})
  const host = fakeHost({ remote, state: hostState(), acting })
  const params: Grant = {
    id: 'x',
    kind: 'token',
    spender: SPENDER,
    token: TOKEN,
    symbol: 'USDC',
    decimals: 6,
    amount: '5',
    ...grant,
  }
  const view = await renderView(AccountSafetyRevoke, { host, params })
  await settled()
  return { view, acting, host }
}

test.each<[string, Partial<Grant>, string, string]>([
  ['a token', {}, TOKEN, `0x095ea7b3${word(SPENDER)}${word(0n)}`],
  ['Permit2', { kind: 'permit2' }, PERMIT2, `0xcc53287f${word(32n)}${word(1n)}${word(TOKEN)}${word(SPENDER)}`],
  ['all NFTs', { kind: 'nfts', token: COLLECTION }, COLLECTION, `0xa22cb465${word(SPENDER)}${word(0n)}`],
  ['one NFT', { kind: 'nft', token: COLLECTION, tokenId: '7' }, COLLECTION, `0x095ea7b3${word(0n)}${word(7n)}`],
])('the wallet is asked for the call that takes back %s, and for nothing else', async (_, grant, to, data) => {
  const { view, acting, host } = await review(grant)
  await view.press('Take back')
  await settled()
  const request: TransactionRequest = {
    namespace: 'eip155',
    caipNetworkId: 'eip155:1',
    from: ADDRESS,
    to,
    data: data as `0x${string}`,
    value: 0n,
  }
  expect(acting.sent).toMatchObject([{ request, note: { type: 'approve', amount: '0', to: SPENDER } }])
  expect(host.asked.map(([command]) => command)).toEqual(['pushTransaction', 'showSnack', 'back'])
})

test('a delegation is explained, and no button promises to end it', async () => {
  const { view } = await review({ kind: 'delegation', token: undefined })
  expect(view.text()).toContain('A wallet that supports this (EIP-7702) can end it')
  expect(view.names('button')).toEqual(['Back'])
})

test('the visitor reads what it means before the wallet is asked', async () => {
  const { view } = await review({ isUnlimited: true, isPerson: true, atRisk: '5000000' })
  expect(view.text()).toContain('There is no limit')
  expect(view.text()).toContain('an address that belongs to a person')
  expect(view.container.querySelector('[data-testid="safety-at-risk"]')?.textContent).toBe('5 USDC')
})

/** @jest-environment jsdom */
import type { Description, PreviewContext } from '@portico/contracts/preview'
import { elementsOf } from './element.ts'
import type { Outcome } from './outcome.ts'
import { showOutcome } from './showOutcome.ts'
import { createTexts } from './texts.ts'

const ACCOUNT = `0x${'11'.repeat(20)}`
const SPENDER = `0x${'33'.repeat(20)}`
const USDC = `0x${'77'.repeat(20)}`
const APES = `0x${'88'.repeat(20)}`
const CONTEXT: PreviewContext = {
  caipNetworkId: 'eip155:1',
  account: ACCOUNT,
  native: { symbol: 'ETH', decimals: 18 },
  tokens: { [USDC]: { standard: 'fungible', symbol: 'USDC', decimals: 6 } },
  names: { [SPENDER]: 'Exchange' },
}

const approval = (token: string, spender: string, isEndless = true): Description => ({
  kind: 'approval',
  titleKey: 'preview.kind.approval',
  lines: [
    isEndless
      ? { labelKey: 'preview.unlimitedAllowance', value: { type: 'amount', amount: 1n << 255n } }
      : { labelKey: 'preview.allowance', value: { type: 'amount', amount: 5n } },
    { labelKey: 'preview.token', value: { type: 'address', address: token } },
    { labelKey: 'preview.spender', value: { type: 'address', address: spender } },
  ],
  raw: { type: 'hex', hex: '0x' },
  effects: { status: 'notSimulated' },
})

function show(outcome: Outcome, description = approval(APES, ACCOUNT)) {
  const { t, locale } = createTexts('en')
  const showing = { make: elementsOf(document), t, locale, account: ACCOUNT, now: 0 }
  const element = showOutcome(showing, outcome, CONTEXT, description)
  const all = (selector: string) => [...element.querySelectorAll(selector)].map(({ textContent }) => textContent ?? '')
  return { element, all, text: element.textContent ?? '' }
}

test('spenders are shown with their full address, and unlimited allowances come first', () => {
  const { all, text } = show({
    status: 'simulated',
    changes: [],
    grants: [
      { token: USDC, spender: SPENDER, amount: 5_000_000n },
      { token: USDC, spender: ACCOUNT, amount: (1n << 256n) - 1n, isUnlimited: true },
      { token: APES, spender: SPENDER, tokenId: 7n },
      { token: APES, spender: SPENDER },
    ],
  })
  expect(all('li > span')).toEqual([
    '0x1111…1111 can take all your USDC, now and later, without asking you again.',
    'Exchange can take everything you have in this collection, now and later, without asking you again.',
    'Exchange can take up to 5 USDC.',
    'Exchange can take NFT #7.',
  ])
  expect(all('.approval-danger')).toHaveLength(2)
  expect(all('li')[2]?.toLowerCase()).toContain(SPENDER)
  expect(text).toContain('No balance changes found.')
})

test('warnings that the request already shows are not repeated; new ones are added', () => {
  const endless = { token: USDC, spender: SPENDER, amount: (1n << 256n) - 1n, isUnlimited: true }
  const outcome = { status: 'simulated', changes: [], grants: [endless] } as const
  const said = show(outcome, approval(USDC, SPENDER))
  expect([said.all('li'), said.text]).toEqual([[], 'No balance changes found.'])
  expect(said.all('.approval-danger')).toEqual([])
  const batch: Description = { ...approval(APES, ACCOUNT), kind: 'batch', parts: [approval(USDC, SPENDER)] }
  expect(show(outcome, batch).all('.approval-danger')).toEqual([])
  expect(show(outcome, approval(USDC, ACCOUNT)).all('.approval-danger')).toHaveLength(1)
  expect(show(outcome, approval(APES, SPENDER)).all('.approval-danger')).toHaveLength(1)
  // A description of a limited or revoked allowance does not make the warning about an unlimited one superfluous.
  expect(show(outcome, approval(USDC, SPENDER, false)).all('.approval-danger')).toHaveLength(1)
  expect(show(outcome, { ...approval(USDC, SPENDER), kind: 'revoke' }).all('.approval-danger')).toHaveLength(1)
  const limited = { status: 'simulated', changes: [], grants: [{ token: USDC, spender: SPENDER, amount: 5n }] } as const
  expect(show(limited, approval(USDC, SPENDER, false)).all('.approval-address')).toEqual([])
  expect(show(limited, approval(USDC, SPENDER)).all('.approval-address')).toHaveLength(2)
})

test('several units of one NFT are shown with the number of units', () => {
  const change = (size: bigint) => ({ address: ACCOUNT, token: APES, tokenId: 7n, change: size })
  const { all } = show({ status: 'simulated', changes: [change(-3n), change(1n)] })
  expect(all('.approval-number')).toEqual(['− 3 of NFT #7', '+ NFT #7'])
})

test('unreadable outcomes are mentioned: the screen does not claim that nothing changes', () => {
  const change = { address: ACCOUNT, change: -5n }
  const partial = show({ status: 'simulated', changes: [change], isPartial: true })
  expect(partial.text).toContain('Some of this affects your account but can’t be read.')
  const grant = { token: USDC, spender: SPENDER, amount: 1n }
  expect(show({ status: 'simulated', changes: [], grants: [grant], isPartial: true }).text).not.toContain(
    'No balance changes',
  )
  expect(show({ status: 'simulated', changes: [change] }).text).not.toContain('can’t be read')
})

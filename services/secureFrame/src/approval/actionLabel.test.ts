import {
  DESCRIPTION_KINDS,
  type Description,
  describeRequest,
  type Line,
  type Outcome,
  type PreviewContext,
} from '@portico/contracts/preview'
import { actionLabel } from './actionLabel.ts'
import { createTexts } from './texts.ts'

const { t } = createTexts('en')
const ACCOUNT = `0x${'11'.repeat(20)}`
const FRIEND = `0x${'22'.repeat(20)}`
const USDC = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const CONTEXT: PreviewContext = {
  caipNetworkId: 'eip155:1',
  account: ACCOUNT,
  native: { symbol: 'ETH', decimals: 18 },
  origin: 'https://shop.example',
  tokens: { [USDC]: { standard: 'fungible', symbol: 'USDC', decimals: 6 } },
} as PreviewContext

const textOf = (description: Description, outcome?: Outcome) => {
  const { key, values } = actionLabel(description, outcome)
  return t(key, values)
}
const described = (kind: Description['kind'], rest: Partial<Description> = {}): Description => ({
  kind,
  titleKey: `preview.kind.${kind}`,
  lines: [],
  raw: { type: 'hex', hex: '0x' },
  effects: { status: 'notSimulated' },
  ...rest,
})
const word = (hex: string) => hex.replace(/^0x/, '').padStart(64, '0')
const sent = (transaction: object) => describeRequest({ method: 'eth_sendTransaction', params: [transaction] }, CONTEXT)
const amountLine = (amount: bigint, symbol: string, decimals = 6): Line => ({
  labelKey: 'preview.amount',
  value: { type: 'amount', amount, decimals, symbol },
})

test.each<[string, Description]>([
  ['Sign this message', describeRequest({ method: 'personal_sign', params: ['0x6869', ACCOUNT] }, CONTEXT)],
  ['Send 1.5 ETH', sent({ to: FRIEND, value: '0x14d1120d7b160000' })],
  ['Send 12.5 USDC', sent({ to: USDC, data: `0xa9059cbb${word(FRIEND)}${word('bebc20')}` })],
  ['Allow spending', sent({ to: USDC, data: `0x095ea7b3${word(FRIEND)}${word('1')}` })],
  ['Allow spending', sent({ to: USDC, data: `0x095ea7b3${word(FRIEND)}${'f'.repeat(64)}` })],
  ['Remove allowance', sent({ to: USDC, data: `0x095ea7b3${word(FRIEND)}${word('0')}` })],
  ['Make unknown call', sent({ to: FRIEND, data: '0xdeadbeef' })],
  ['Create contract', sent({ data: '0x6000' })],
])('the button says %j', (text, description) => {
  expect(textOf(description)).toBe(text)
})

test.each<[Description['kind'], string]>([
  ['message', 'Sign this message'],
  ['signIn', 'Sign in'],
  ['typedData', 'Sign this data'],
  ['unknownTypedData', 'Sign unknown data'],
  ['order', 'Sign this order'],
  ['durableNonce', 'Sign without expiry'],
  ['nativeTransfer', 'Send coins'],
  ['tokenTransfer', 'Send tokens'],
  ['nftTransfer', 'Send this NFT'],
  ['approval', 'Allow spending'],
  ['revoke', 'Remove allowance'],
  ['permit', 'Allow spending'],
  ['permit2', 'Allow spending'],
  ['batch', 'Run all 0 actions'],
  ['safeCall', 'Run Safe transaction'],
  ['swap', 'Swap'],
  ['claimedSwap', 'Make unknown call'],
  ['wrap', 'Wrap'],
  ['unwrap', 'Unwrap'],
  ['nameRegistration', 'Register this name'],
  ['nameRenewal', 'Renew this name'],
  ['describedCall', 'Call contract'],
  ['contractCreation', 'Create contract'],
  ['delegation', 'Hand over control'],
  ['memo', 'Post this note'],
  ['accountCreation', 'Create account'],
  ['accountClosing', 'Close account'],
  ['authorityChange', 'Change control'],
  ['networkFee', 'Pay network fee'],
  ['unknownCall', 'Make unknown call'],
  ['unknownInstruction', 'Run unknown instruction'],
  ['unknownRequest', 'Sign unknown request'],
])('%s, without an amount that can be read at a glance, is labeled %j', (kind, text) => {
  expect(textOf(described(kind))).toBe(text)
})

test('each kind of request has its own label, and none is a bare "Approve"', () => {
  for (const kind of DESCRIPTION_KINDS) expect(textOf(described(kind))).not.toMatch(/^approv/i)
})

test('the label of a batch gives the number of actions', () => {
  const part = described('nativeTransfer')
  expect(textOf(described('batch', { parts: [part, part, part] }))).toBe('Run all 3 actions')
  expect(textOf(described('batch', { parts: [part] }))).toBe('Run 1 action')
})

test.each<[string, readonly Line[]]>([
  ['a symbol that is a sentence', [amountLine(1_000_000n, 'USDC to yourself')]],
  ['a symbol in lookalike letters', [amountLine(1_000_000n, 'USDС')]],
  ['a number that is too long', [amountLine(123_456_789_123_456_789n, 'USDC')]],
  ['two amounts', [amountLine(1n, 'USDC'), amountLine(2n, 'USDC')]],
  ['an amount without decimals', [{ labelKey: 'preview.amount', value: { type: 'amount', amount: 1n } }]],
])('%s is left out of the label', (_, lines) => {
  expect(textOf(described('tokenTransfer', { lines }))).toBe('Send tokens')
})

test('a call that grants an unlimited allowance in the simulation is labeled "Allow spending", whatever its name', () => {
  const grant = { token: USDC, spender: FRIEND, isUnlimited: true }
  const outcome: Outcome = { status: 'simulated', changes: [], grants: [grant] }
  for (const kind of ['unknownCall', 'describedCall', 'swap', 'batch'] as const) {
    expect(textOf(described(kind), outcome)).toBe('Allow spending')
  }
  const limited: Outcome = { status: 'simulated', changes: [], grants: [{ token: USDC, spender: FRIEND, amount: 5n }] }
  expect(textOf(described('swap'), limited)).toBe('Swap')
})

test('revoking control is not labeled as granting control', () => {
  const lines: readonly Line[] = [{ labelKey: 'preview.delegationEnds' }]
  expect(textOf(described('delegation', { lines }))).toBe('Take back control')
})

/** @jest-environment jsdom */
import type { Value } from '@portico/contracts/preview'
import { elementsOf } from './element.ts'
import { shortAddress, showAddress } from './showAddress.ts'
import { showNumber, showValue } from './showValue.ts'
import { createTexts } from './texts.ts'

const OWN = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const CHECKED = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const make = elementsOf(document)
const { t, locale } = createTexts('en')
const now = Date.UTC(2026, 10, 23)
const said = (value: Value) => showValue({ make, t, locale, account: OWN, now }, value).textContent
const groupsOf = (address: string) =>
  [...showAddress({ make }, address).querySelectorAll('.approval-group')].map(({ textContent }) => textContent)

test('shows an address in groups of four after 0x, in its usual letter case, and copies it without gaps', () => {
  const groups = groupsOf(OWN)
  expect(groups.slice(0, 3)).toEqual(['0x', 'f39F', 'd6e5'])
  expect([groups.length, groups.at(-1)]).toEqual([11, '2266'])
  expect(showAddress({ make }, OWN).textContent).toBe(CHECKED)
})

test('the ends of an address stand out', () => {
  const ends = showAddress({ make }, OWN).querySelectorAll('.approval-group-end')
  expect([...ends].map(({ textContent }) => textContent)).toEqual(['f39F', '2266'])
})

test('a Solana address, which has no prefix, starts with its first group', () => {
  expect(groupsOf('7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU').slice(0, 2)).toEqual(['7xKX', 'tg2C'])
})

test("the visitor's own account is labeled as such in any letter case", () => {
  for (const address of [OWN, CHECKED]) expect(said({ type: 'address', address })).toBe(`Your account${CHECKED}`)
  expect(said({ type: 'address', address: `0x${'22'.repeat(20)}`, name: 'Router' })).toBe(`Router0x${'22'.repeat(20)}`)
})

test('in a sentence an address is shortened to its ends', () => expect(shortAddress(OWN)).toBe('0xf39F…2266'))

test.each<[string, Value, string]>([
  ['a token', { type: 'amount', amount: 1_500_000n, decimals: 6, symbol: 'USDC' }, '1.5 USDC'],
  ['a token without a name', { type: 'amount', amount: 1_500_000n, decimals: 6 }, '1.5'],
  ['a token with unknown decimals', { type: 'amount', amount: 7n }, '7 in its smallest unit'],
  [
    'the coin of an unknown network',
    { type: 'amount', amount: 1n, decimals: 0, symbol: '' },
    '1 in this network’s coin',
  ],
  ['a token without a limit', { type: 'amount', amount: 1n, symbol: 'USDC', isUnlimited: true }, 'Unlimited USDC'],
])('an amount of %s is shown', (_, value, text) => expect(said(value)).toBe(text))

test('thousands are separated without a mark that could be read as a decimal point', () => {
  const number = showNumber({ make }, '− 1234567.125')
  expect(number.textContent).toBe('− 1234567.125')
  expect([...number.querySelectorAll('.approval-thousand')].map(({ textContent }) => textContent)).toEqual([
    '1',
    '234',
    '567',
  ])
})

test('a past time is marked as expired, and a time beyond all calendars is not shown as a date', () => {
  const second = BigInt(now / 1_000)
  expect(said({ type: 'time', seconds: second - 1n })).toMatch(/ \(expired\)$/)
  expect(said({ type: 'time', seconds: second + 1n })).not.toContain('expired')
  expect(said({ type: 'time', seconds: 2n ** 200n })).toBe('No expiry')
})

test.each<[string, `${string}:${string}`, string]>([
  ['a known network', 'eip155:8453', 'Base'],
  ['a test network', 'eip155:11155111', 'SepoliaThis is a test network. Nothing on it has real value.'],
  ['an unknown network', 'eip155:31337', 'eip155:31337This network and the value of its coin are unknown.'],
])('%s is named and described', (_, caipNetworkId, text) =>
  expect(said({ type: 'network', caipNetworkId: caipNetworkId as `eip155:${string}` })).toBe(text),
)

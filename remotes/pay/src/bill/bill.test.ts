import { ModalError, type PayArguments } from '@portico/contracts'
import { ethereum, fakeActing, polygon, solana } from '@portico/contracts/testing'
import { bill, DOLLAR, etherBill, SHOP, serviceOf, siteRequest } from '../testing.ts'
import { prepareBill } from './prepareBill.ts'

const MINT = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const WALLET = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin'
const networks = [
  ethereum,
  polygon,
  solana,
  { ...ethereum, chainNamespace: 'bip122', caipNetworkId: 'bip122:000000000019d6689c085ae165831e93', name: 'Bitcoin' },
] as (typeof ethereum)[]

const prepare = (given: unknown, behaviour: Parameters<typeof serviceOf>[0] = {}) =>
  prepareBill(given as PayArguments, networks, fakeActing(serviceOf(behaviour)), new AbortController().signal)

const native = { ...siteRequest.paymentAsset, asset: 'native', metadata: { decimals: 18 } }

test('a token order is read with the decimals of its contract', async () => {
  expect(await prepare(siteRequest)).toEqual(bill)
})

test('a coin order needs no request', async () => {
  const node = () => new ModalError('service.unreachable')
  const found = await prepare({ ...siteRequest, paymentAsset: native, amount: 0.25 }, { node })
  expect(found).toEqual({ ...etherBill, token: ethereum.nativeCurrency })
})

test.each<[string, object, string]>([
  ['no amount', { amount: '' }, 'pay.problem.amount'],
  ['a zero amount', { amount: '0' }, 'pay.problem.nothing'],
  ['0.000', { amount: '0.000' }, 'pay.problem.nothing'],
  ['a negative amount', { amount: '-1' }, 'pay.problem.amount'],
  ['1e3', { amount: '1e3' }, 'pay.problem.amount'],
  ['1e21 as a number', { amount: 1e21 }, 'pay.problem.amount'],
  ['a comma', { amount: '1,5' }, 'pay.problem.amount'],
  ['NaN', { amount: Number.NaN }, 'pay.problem.amount'],
  ['NaN as text', { amount: 'NaN' }, 'pay.problem.amount'],
  ['an infinite amount', { amount: Number.POSITIVE_INFINITY }, 'pay.problem.amount'],
  ['a floating-point sum', { amount: 0.1 + 0.2 }, 'pay.problem.tooPrecise'],
  ['too many decimals', { amount: '1.0000001' }, 'pay.problem.tooPrecise'],
  ['an amount above uint256', { amount: '9'.repeat(78) }, 'pay.problem.amount'],
  ['an object as the amount', { amount: {} }, 'pay.problem.amount'],
  ['no recipient', { recipient: undefined }, 'pay.problem.recipient'],
  ['a name as the recipient', { recipient: 'shop.eth' }, 'pay.problem.recipient'],
  ['an address without 0x', { recipient: SHOP.slice(2) }, 'pay.problem.recipient'],
  ['an address with a wrong checksum', { recipient: SHOP.replace('fB', 'Fb') }, 'pay.problem.recipient'],
  ['an address that is too short', { recipient: SHOP.slice(0, -1) }, 'pay.problem.recipient'],
  ['the zero address', { recipient: `0x${'0'.repeat(40)}` }, 'pay.problem.recipient'],
  ['a recipient of another family', { recipient: WALLET }, 'pay.problem.recipient'],
  ['the token as the recipient', { recipient: DOLLAR }, 'pay.problem.recipientIsToken'],
  ['no asset', { paymentAsset: undefined }, 'pay.problem.network'],
  [
    'a network that the page does not have',
    { paymentAsset: { ...native, network: 'eip155:5' } },
    'pay.problem.network',
  ],
  ['an invalid network', { paymentAsset: { ...native, network: 'ethereum' } }, 'pay.problem.network'],
  [
    'a family without payments',
    { paymentAsset: { ...native, network: 'bip122:000000000019d6689c085ae165831e93' } },
    'pay.problem.family',
  ],
  ['an invalid token', { paymentAsset: { ...native, asset: 'USDC' } }, 'pay.problem.asset'],
  ['a token of another family', { paymentAsset: { ...native, asset: MINT } }, 'pay.problem.asset'],
  [
    'decimals that differ from those on the chain',
    { paymentAsset: { ...siteRequest.paymentAsset, metadata: { decimals: 8 } } },
    'pay.problem.decimals',
  ],
])('an order with %s is refused with one sentence', async (_, wrong, problem) => {
  expect(await prepare({ ...siteRequest, ...wrong })).toMatchObject({ problem })
})

test('the token name comes from the chain, not from the site', async () => {
  const paymentAsset = { ...siteRequest.paymentAsset, metadata: { name: 'Penny', symbol: 'PENNY', decimals: 6 } }
  expect(await prepare({ ...siteRequest, paymentAsset })).toEqual(bill)
})

test('a token whose name hides characters is refused', async () => {
  expect(await prepare(siteRequest, { symbol: 'U\u202eSD' })).toMatchObject({ problem: 'pay.problem.asset' })
})

test('an address without a contract is not a token', async () => {
  const node = () => '0x'
  expect(await prepare(siteRequest, { node })).toMatchObject({ problem: 'pay.problem.asset' })
})

test('while the network does not respond, the token is unknown and can be requested again', async () => {
  const node = () => new ModalError('service.unreachable')
  expect(await prepare(siteRequest, { node })).toMatchObject({ problem: 'pay.problem.unreachable', isTemporary: true })
})

test('on Solana the mint gives the decimals', async () => {
  const info = (decimals: number) => ({ value: { data: { parsed: { type: 'mint', info: { decimals } } } } })
  const paymentAsset = { network: solana.caipNetworkId, asset: MINT, metadata: { symbol: 'USDC', decimals: 6 } }
  const order = { paymentAsset, recipient: WALLET, amount: '1.5' }
  expect(await prepare(order, { node: () => info(6) })).toMatchObject({
    amount: '1500000',
    recipient: WALLET,
    token: { address: MINT, symbol: 'USDC' },
  })
  expect(await prepare(order, { node: () => info(9) })).toMatchObject({ problem: 'pay.problem.decimals' })
  expect(await prepare({ ...order, recipient: SHOP })).toMatchObject({ problem: 'pay.problem.recipient' })
})

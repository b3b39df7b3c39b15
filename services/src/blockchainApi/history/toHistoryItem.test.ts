import { type Address, zeroAddress } from 'viem'
import type { Activity, Movement } from './activity.ts'
import { operationOf, toHistoryItem } from './toHistoryItem.ts'

const ME: Address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const YOU: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const ROUTER: Address = '0x000000000000000000000000000000000000dEaD'
const TOKEN: Address = '0x700b6A60ce7EaaEA56F065753d8dcB9653dbAD35'

const activity: Activity = {
  hash: `0x${'1'.repeat(64)}`,
  blockNumber: 7n,
  transactionIndex: 0,
  timestamp: 1_755_000_000,
  from: ME,
  to: ROUTER,
  created: undefined,
  nonce: 3,
  isFailed: false,
  movements: [],
  approvals: [],
  selector: '0x',
  value: 0n,
}
const moving = (from: Address, to: Address): Movement => ({ from, to, amount: 1_500_000n, token: TOKEN })
const facts = async () => ({ name: 'USD Coin', symbol: 'USDC', decimals: 6 })

test.each<[string, Partial<Activity>, readonly Movement[], string]>([
  ['a token out and one in', {}, [moving(ME, ROUTER), moving(ROUTER, ME)], 'trade'],
  ['a token out', {}, [moving(ME, YOU)], 'send'],
  ['a token in', {}, [moving(YOU, ME)], 'receive'],
  ['a token from the zero address', {}, [moving(zeroAddress, ME)], 'mint'],
  ['a token to the zero address', {}, [moving(ME, zeroAddress)], 'burn'],
  ['a token to oneself', {}, [moving(ME, ME)], 'send'],
  ['an allowance', { approvals: [ME] }, [], 'approve'],
  ['an allowance of another account', { approvals: [YOU] }, [], 'execute'],
  ['a call without movements', {}, [], 'execute'],
  ['a new contract', { to: undefined, created: TOKEN }, [], 'deploy'],
  ['a failed approval', { isFailed: true, selector: '0x095ea7b3' }, [], 'approve'],
  ['a failed payment', { isFailed: true, value: 1n }, [], 'send'],
  ['a failed call', { isFailed: true, selector: '0x12345678' }, [], 'execute'],
  ['a failed contract creation', { isFailed: true, to: undefined }, [], 'deploy'],
])('%s is shown as the right operation', (_, facets, movements, operation) => {
  expect(operationOf({ ...activity, ...facets, movements }, movements, ME)).toBe(operation)
})

test('a trade is shown as sent to the called contract, without transfers between other addresses', async () => {
  const movements = [moving(ME, YOU), moving(YOU, ROUTER), moving(YOU, ME)]
  const item = await toHistoryItem({ ...activity, movements }, ME, 'eip155:1', facts)
  expect(item.metadata).toMatchObject({ operationType: 'trade', sentFrom: ME, sentTo: ROUTER })
  expect(item.transfers?.map(({ direction, quantity }) => [direction, quantity.numeric])).toEqual([
    ['out', '1.5'],
    ['in', '1.5'],
  ])
})

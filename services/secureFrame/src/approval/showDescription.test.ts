/** @jest-environment jsdom */
import { describeRequest, isOdd, type PreviewContext } from '@portico/contracts/preview'
import { concatHex, encodeFunctionData, encodePacked, type Hex, parseAbi, size } from 'viem'
import { openRpc, settle, shown } from '../rpc/testing/openRpc.ts'

const FRIEND = `0x${'22'.repeat(20)}`
const THIEF = `0x${'33'.repeat(20)}`
const SAFE = `0x${'5a'.repeat(20)}`
const ZERO = `0x${'0'.repeat(40)}`
const TOKEN = `0x${'77'.repeat(20)}`
const HASH = `0x${'ab'.repeat(32)}`
const MULTI_SEND = '0x9641d764fc13c8b624c04430c7356c1c7c8102e2'
const CONTEXT: PreviewContext = { caipNetworkId: 'eip155:1', account: FRIEND, native: { symbol: 'ETH', decimals: 18 } }

const call = (signature: string, args: readonly unknown[] = []): Hex =>
  encodeFunctionData({ abi: parseAbi([`function ${signature}`] as readonly string[]), args } as never)
const execTransaction = (to: string, data: Hex, operation = 0, gasPrice = 0n) =>
  call('execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)', [
    to,
    0n,
    data,
    operation,
    0n,
    0n,
    gasPrice,
    ZERO,
    ZERO,
    '0x',
  ])
const multiSend = (to: string, data: Hex) =>
  call('multiSend(bytes)', [
    concatHex([
      encodePacked(['uint8', 'address', 'uint256', 'uint256', 'bytes'], [0, to as Hex, 0n, BigInt(size(data)), data]),
    ]),
  ])
const transfer = call('transfer(address,uint256)', [FRIEND, 1n])

const describeSent = (to: string, data: Hex) =>
  describeRequest({ method: 'eth_sendTransaction', params: [{ to, data }] }, CONTEXT)

test.each<[string, Hex]>([
  ['an owner is added', call('addOwnerWithThreshold(address,uint256)', [THIEF, 1n])],
  ['an owner is removed', call('removeOwner(address,address,uint256)', [FRIEND, THIEF, 1n])],
  ['an owner is replaced', call('swapOwner(address,address,address)', [ZERO, FRIEND, THIEF])],
  ['fewer owners have to agree', call('changeThreshold(uint256)', [1n])],
  ['a module is added', call('enableModule(address)', [THIEF])],
  ['a module is removed', call('disableModule(address,address)', [FRIEND, THIEF])],
  ['a guard is set', call('setGuard(address)', [THIEF])],
  ['a guard is removed', call('setGuard(address)', [ZERO])],
  ['a module guard is set', call('setModuleGuard(address)', [THIEF])],
  ['a fallback handler is set', call('setFallbackHandler(address)', [THIEF])],
  ['the fallback handler is removed', call('setFallbackHandler(address)', [ZERO])],
  ['its code is replaced', call('changeMasterCopy(address)', [THIEF])],
  ['a hash is approved', call('approveHash(bytes32)', [HASH])],
  ['a module acts', call('execTransactionFromModule(address,uint256,bytes,uint8)', [FRIEND, 0n, '0x', 0])],
  ['a nested Safe acts', execTransaction(TOKEN, transfer)],
  ['a contract gets another owner', call('transferOwnership(address)', [THIEF])],
  ['a contract loses its owner', call('renounceOwnership()')],
  ['a role is granted', call('grantRole(bytes32,address)', [HASH, THIEF])],
  ['the code of a contract is replaced', call('upgradeToAndCall(address,bytes)', [THIEF, '0x'])],
  ['full access to a lending account is granted', call('allow(address,bool)', [THIEF, true])],
])('there is a warning if %s, also within a batch', (_, data) => {
  expect(isOdd(describeSent(SAFE, execTransaction(SAFE, data)))).toBe(true)
  expect(isOdd(describeSent(SAFE, execTransaction(MULTI_SEND, multiSend(SAFE, data), 1)))).toBe(true)
  const calls = [{ to: FRIEND }, { to: SAFE, data: execTransaction(SAFE, data) }]
  expect(isOdd(describeRequest({ method: 'wallet_sendCalls', params: [{ calls }] }, CONTEXT))).toBe(true)
})

test('there is a warning if a Safe delegates to a contract or refunds the gas', () => {
  expect(isOdd(describeSent(SAFE, execTransaction(THIEF, '0x12345678', 1)))).toBe(true)
  expect(isOdd(describeSent(SAFE, execTransaction(TOKEN, transfer, 0, 1n)))).toBe(true)
})

test('there is a warning if an account is handed to a contract', () => {
  const params = [{ to: FRIEND, authorizationList: [{ address: THIEF, chainId: 1, nonce: 1 }] }]
  expect(isOdd(describeRequest({ method: 'eth_sendTransaction', params }, CONTEXT))).toBe(true)
})

test.each<[string, string, Hex]>([
  ['a transfer', TOKEN, transfer],
  ['a transfer of a Safe', SAFE, execTransaction(TOKEN, transfer)],
  ['several calls of a Safe', SAFE, execTransaction(MULTI_SEND, multiSend(TOKEN, transfer), 1)],
  ['an allowance', TOKEN, call('approve(address,uint256)', [THIEF, 1n])],
  ['a revoked allowance', TOKEN, call('setApprovalForAll(address,bool)', [THIEF, false])],
])('%s needs no warning', (_, to, data) => {
  expect(isOdd(describeSent(to, data))).toBe(false)
})

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

test('a new Safe module is explained as a danger, and the approve button says "anyway"', async () => {
  const opened = openRpc()
  const data = execTransaction(SAFE, call('enableModule(address)', [THIEF]))
  const answer = opened.ask('eth_sendTransaction', [{ to: SAFE, data }])
  const screen = await shown(opened)
  await settle()
  opened.sight.see()
  await jest.advanceTimersByTimeAsync(500)
  // Once in the part that never scrolls away, and once in the details of the enclosing call.
  const dangerIn = (place: string) =>
    [...screen.querySelectorAll(`${place} .approval-danger`)].map(({ textContent }) => textContent)
  expect(dangerIn('.approval-gist')).toEqual(dangerIn('.approval-body'))
  expect(dangerIn('.approval-gist')).toEqual([
    'From now on, this contract can take everything in the Safe at any time, without a signature.',
  ])
  expect(screen.textContent?.toLowerCase()).toContain(THIEF)
  expect(opened.find('approve')?.textContent).toBe('Run Safe transaction anyway')
  opened.reject()
  await answer
})

test('the warning about an allowance for all NFTs of a collection says who can take them', async () => {
  const opened = openRpc()
  const data = call('setApprovalForAll(address,bool)', [THIEF, true])
  const answer = opened.ask('eth_sendTransaction', [{ to: TOKEN, data }])
  const screen = await shown(opened)
  const danger = [...screen.querySelectorAll('.approval-danger')].map(({ textContent }) => textContent)
  expect(danger).toEqual([
    '0x3333…3333 can take everything you have in this collection, now and later, without asking you again.',
  ])
  opened.reject()
  await answer
})

test.each([
  ['an account with a key', '0x', 'This is an account with a key, not a contract.'],
  ['an unlisted contract', '0x60', 'This address is unknown.'],
])('if the spender of an allowance is %s, the screen says so', async (_, code, text) => {
  const opened = openRpc({ answers: { eth_getCode: () => code } })
  const answer = opened.ask('eth_sendTransaction', [{ to: TOKEN, data: call('approve(address,uint256)', [THIEF, 1n]) }])
  expect((await shown(opened)).textContent).toContain(text)
  opened.reject()
  await answer
})

test('known contracts are shown by name, and a swap by an unknown contract is not called a swap', async () => {
  const swap = call('swapExactETHForTokens(uint256,address[],address,uint256)', [
    1n,
    ['0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2', TOKEN],
    FRIEND,
    5n,
  ])
  const titleAt = async (to: string, network?: 'eip155:1' | 'eip155:10') => {
    const opened = openRpc({ network })
    const answer = opened.ask('eth_sendTransaction', [{ to, data: swap, value: '0x5' }])
    const screen = await shown(opened)
    const found = [screen.querySelector('h1')?.textContent, screen.textContent?.includes('Uniswap V2 Router')]
    opened.reject()
    await answer
    return found
  }
  const router = '0x7a250d5630b4cf539739df2c5dacb4c659f2488d'
  expect(await titleAt(router)).toEqual(['Swap', true])
  // On another network, anyone may own this address.
  expect(await titleAt(router, 'eip155:10')).toEqual(['Call that claims to be a swap', false])
  expect(await titleAt(THIEF)).toEqual(['Call that claims to be a swap', false])
})

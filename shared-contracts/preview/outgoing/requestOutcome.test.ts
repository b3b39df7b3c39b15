import { encodeAbiParameters, encodeFunctionData, erc20Abi, maxUint256 } from 'viem'
import type { PreviewContext } from '../context.ts'
import { describeRequest } from '../describeRequest.ts'
import type { AskNode } from '../evm/effects/simulateCalls.ts'
import { networkFacts } from './networkFacts.ts'
import { requestOutcome } from './requestOutcome.ts'

const ME = '0x1111111111111111111111111111111111111111'
const FRIEND = '0x2222222222222222222222222222222222222222'
const TOKEN = '0x3333333333333333333333333333333333333333'
const CONTEXT: PreviewContext = { caipNetworkId: 'eip155:1', account: ME, native: { symbol: 'ETH', decimals: 18 } }
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const word = (address: string) => `0x${address.slice(2).padStart(64, '0')}`
const paid = { address: TOKEN, topics: [TRANSFER, word(ME), word(FRIEND)], data: `0x${'5'.padStart(64, '0')}` }

/** A node that can simulate calls. */
const node =
  (seen: unknown[] = []): AskNode =>
  async (method, params) => {
    seen.push([method, params])
    if (method !== 'eth_simulateV1') throw new Error('no such method')
    const [{ blockStateCalls }] = params as [{ blockStateCalls: [{ calls: unknown[] }] }]
    return [{ calls: blockStateCalls[0].calls.map(() => ({ status: '0x1', logs: [paid] })) }]
  }
const call = { to: TOKEN, data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [FRIEND, 5n] }) }

test('a transaction or a batch of calls is simulated as a whole', async () => {
  const seen: unknown[] = []
  const one = await requestOutcome(
    { method: 'eth_sendTransaction', params: [{ from: ME, ...call }] },
    CONTEXT,
    node(seen),
  )
  expect(one).toMatchObject({ status: 'simulated', changes: [{ token: TOKEN, change: -5n }] })
  const batch = { method: 'wallet_sendCalls', params: [{ from: ME, chainId: '0x1', calls: [call, call] }] }
  expect(await requestOutcome(batch, CONTEXT, node(seen))).toMatchObject({ changes: [{ token: TOKEN, change: -10n }] })
  expect(seen).toHaveLength(2)
})

test.each([
  ['on another network', 'eth_sendTransaction', [{ from: ME, ...call, chainId: '0xa' }]],
  ['that is unreadable', 'eth_sendTransaction', [{ from: ME, to: 'me' }]],
  ['with one unreadable call', 'wallet_sendCalls', [{ calls: [call, { to: 7 }] }]],
  ['for a list of Solana transactions', 'solana_signAllTransactions', { transactions: [] }],
  ['with an invalid Solana transaction', 'solana_signTransaction', { transaction: 'abc' }],
  ['that the wallet builds itself', 'sendTransfer', { recipient: 'x', amount: '5' }],
  ['with an invalid PSBT', 'signPsbt', { psbt: 'x' }],
])('the changes of a request %s are unknown', async (_, method, params) => {
  expect(await requestOutcome({ method, params }, CONTEXT, node())).toEqual({ status: 'notSimulated' })
})

test("on an unreachable network, a transaction's changes are unknown; a signature is still known to have none", async () => {
  const dead: AskNode = async () => {
    throw new Error('down')
  }
  const asked = { method: 'eth_sendTransaction', params: [{ from: ME, ...call }] }
  expect(await requestOutcome(asked, CONTEXT, dead)).toEqual({ status: 'notSimulated' })
  expect(await requestOutcome({ method: 'personal_sign', params: ['0x', ME] }, CONTEXT, dead)).toBeNull()
  expect(await networkFacts(describeRequest(asked, CONTEXT), CONTEXT, dead)).toEqual({ tokens: {}, lookupTables: {} })
})

test('the decimals that a token states are used if they are reasonable', async () => {
  const description = describeRequest({ method: 'eth_sendTransaction', params: [{ from: ME, ...call }] }, CONTEXT)
  const token =
    (symbol: string, decimals: bigint): AskNode =>
    async (_, params) =>
      (params as [{ data: string }])[0].data === '0x95d89b41'
        ? encodeAbiParameters([{ type: 'string' }], [symbol])
        : encodeAbiParameters([{ type: 'uint256' }], [decimals])
  const found = async (ask: AskNode) => (await networkFacts(description, CONTEXT, ask)).tokens
  expect(await found(token('FERN', 6n))).toEqual({ [TOKEN]: { standard: 'fungible', decimals: 6, symbol: 'FERN' } })
  expect(await found(token('FERN'.repeat(20), 6n))).toEqual({ [TOKEN]: { standard: 'fungible', decimals: 6 } })
  expect(await found(token('FERN', maxUint256))).toEqual({})
})

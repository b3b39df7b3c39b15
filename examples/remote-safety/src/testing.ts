import { type ActingCommands, addErrors, ModalError, type NodeRequest } from '@portico/contracts'
import { actingErrors } from '@portico/contracts/actingErrors'
import { encodeHex } from '@portico/contracts/chains/bytes'
import { ADDRESS, type FakeActing, fakeActing } from '@portico/contracts/testing'
import { EVENT, PERMIT2 } from './evm/abi.ts'

/** A node that knows what a test gives it. */

// In the modal, the host adds them together with the commands.
addErrors(actingErrors)

export const TOKEN = `0x${'a1'.repeat(20)}`
export const SPENDER = `0x${'b2'.repeat(20)}`
export const COLLECTION = `0x${'c3'.repeat(20)}`
export { PERMIT2 }

export const word = (value: string | bigint): string =>
  (typeof value === 'bigint' ? value.toString(16) : value.replace(/^0x/, '').toLowerCase()).padStart(64, '0')
const topic = (value: string | bigint) => `0x${word(value)}`
export const MAX = (1n << 256n) - 1n

/** A log at a block. */
export const log = (
  block: number,
  address: string,
  event: keyof typeof EVENT,
  topics: readonly (string | bigint)[],
  data: readonly bigint[] = [],
) => ({
  address,
  topics: [EVENT[event], topic(ADDRESS), ...topics.map(topic)],
  data: `0x${data.map(word).join('')}`,
  blockNumber: `0x${block.toString(16)}`,
})
type Log = ReturnType<typeof log>

export interface FakeChain {
  readonly newest?: number
  readonly logs?: readonly Log[]
  /** The most blocks that one question may be about. */
  readonly rangeMax?: number
  /** Answers of contracts, by `<address> <selector>`; a call without one fails. */
  readonly calls?: Readonly<Record<string, string>>
  /** The code of contracts, keyed by address. Every other address has no code. */
  readonly code?: Readonly<Record<string, string>>
  /** Methods that fail. */
  readonly broken?: readonly string[]
}

const failure = (reason: string) => new ModalError('node.refused', { details: { reason } })

/** @returns the commands, and the questions so far */
export function fakeChain(chain: FakeChain): FakeActing & { readonly questions: readonly NodeRequest[] } {
  const { newest = 100, logs = [], rangeMax = Number.POSITIVE_INFINITY, calls = {}, code = {}, broken = [] } = chain
  const questions: NodeRequest[] = []
  const answers: Readonly<Record<string, (params: readonly never[]) => unknown>> = {
    eth_blockNumber: () => `0x${newest.toString(16)}`,
    eth_getLogs([question]: readonly { fromBlock: string; toBlock: string }[]) {
      const [from, to] = [Number(question?.fromBlock), Number(question?.toBlock)]
      if (to - from + 1 > rangeMax) throw failure('block range too large')
      return logs.filter(({ blockNumber }) => Number(blockNumber) >= from && Number(blockNumber) <= to)
    },
    eth_getCode: ([address]) => code[address ?? ''] ?? '0x',
    eth_getBlockByNumber: () => ({ timestamp: '0x65920080', baseFeePerGas: '0x1' }),
    eth_gasPrice: () => '0x2',
    eth_estimateGas: () => '0xb000',
    eth_getBalance: () => '0xde0b6b3a7640000',
    eth_call([call]: readonly { to: string; data: string }[]) {
      const answer = calls[`${call?.to} ${call?.data.slice(0, 10)}`]
      if (answer === undefined) throw failure('execution reverted')
      return answer
    },
  }
  const askNode: ActingCommands['askNode'] = async (request) => {
    questions.push(request)
    if (broken.includes(request.method)) throw new ModalError('service.unreachable')
    const answer = answers[request.method]
    if (!answer) throw failure(`no ${request.method}`)
    return answer((request.params ?? []) as readonly never[])
  }
  return { ...fakeActing({ askNode }), questions }
}

/** A short text as a contract returns it. */
export const symbolOf = (text: string): string =>
  `0x${word(32n)}${word(BigInt(text.length))}${encodeHex(new TextEncoder().encode(text)).padEnd(64, '0')}`

/** What a token with six decimals, called USDC, answers. */
export const tokenCalls = (address: string, allowance: bigint, balance: bigint) => ({
  [`${address} 0xdd62ed3e`]: `0x${word(allowance)}`,
  [`${address} 0x70a08231`]: `0x${word(balance)}`,
  [`${address} 0x313ce567`]: `0x${word(6n)}`,
  [`${address} 0x95d89b41`]: symbolOf('USDC'),
})

import type { ContractRole } from '../../context.ts'
import type { Grant } from '../../description.ts'
import { isUnlimited } from '../../values.ts'
import { decodeAbi, shapeOf } from '../abi.ts'
import { isPermit2 } from '../knownAddresses.ts'
import { readQuantity } from './quantities.ts'

const NOBODY = '0x0000000000000000000000000000000000000000'

/** A contract's log, with all texts in lower case. */
export interface Log {
  readonly address: string
  /** The first topic is the hash of the event's signature. */
  readonly topics: readonly string[]
  readonly data: string
}

export interface Move {
  readonly token: string
  readonly from: string
  readonly to: string
  readonly amount: bigint
  readonly tokenId?: bigint
  /** True for a wrap event. If the contract emits a token event as well, the tokens are counted only once. */
  readonly isWrap?: boolean
}

export interface OwnersGrant extends Grant {
  readonly owner: string
  readonly isOver: boolean
}

interface Found {
  readonly moves?: readonly Move[]
  readonly grant?: OwnersGrant
}

/** Undefined when the event has the right signature, but its topics or its data do not fit that signature. */
type Reader = (log: Log, roles: Readonly<Record<string, ContractRole>>) => Found | undefined

/** @returns undefined unless the word holds an address */
const addressOf = (topic: string | undefined): string | undefined =>
  topic !== undefined && /^0x0{24}[\da-f]{40}$/.test(topic) ? `0x${topic.slice(-40)}` : undefined

const WORD = /^0x[\da-f]{64}$/
const NUMBERS = shapeOf('(uint256,uint256)')
const LISTS = shapeOf('(uint256[],uint256[])')
const ALLOWED_UNTIL = shapeOf('(uint160,uint48)')
const ALLOWED_ONCE = shapeOf('(uint160,uint48,uint48)')

const decode = <T>(shape: ReturnType<typeof shapeOf>, { data }: Log): T | undefined =>
  /^0x(?:[\da-f]{2})*$/.test(data) ? (decodeAbi(shape, data as `0x${string}`) as T | undefined) : undefined

const limitOf = (amount: bigint, bits: number): Pick<OwnersGrant, 'amount' | 'isOver' | 'isUnlimited'> => ({
  amount,
  isOver: amount === 0n,
  ...(isUnlimited(amount, bits) && { isUnlimited: true }),
})

/** Reads `Transfer(address,address,uint256)`, which has three topics in ERC-20 and four in ERC-721. */
function transfer({ address: token, topics: [, first, second, id, ...more], data }: Log): Found | undefined {
  const [from, to] = [addressOf(first), addressOf(second)]
  const tokenId = readQuantity(id)
  const amount = id === undefined ? readQuantity(data) : 1n
  if (!from || !to || amount === undefined || more.length > 0) return undefined
  if (id !== undefined && (tokenId === undefined || data !== '0x')) return undefined
  return { moves: [{ token, from, to, amount, ...(tokenId !== undefined && { tokenId }) }] }
}

/** In ERC-1155 events, the operator comes first. */
function transferMany(log: Log, rows: readonly (readonly [id: bigint, amount: bigint])[]): Found | undefined {
  const { address: token, topics } = log
  const [operator, from, to] = topics.slice(1).map(addressOf)
  if (topics.length !== 4 || !operator || !from || !to) return undefined
  return { moves: rows.map(([tokenId, amount]) => ({ token, from, to, amount, tokenId })) }
}

function transferSingle(log: Log): Found | undefined {
  const row = decode<readonly [bigint, bigint]>(NUMBERS, log)
  return row && transferMany(log, [row])
}

function transferBatch(log: Log): Found | undefined {
  const [ids, amounts] = decode<readonly [readonly bigint[], readonly bigint[]]>(LISTS, log) ?? []
  if (!ids || !amounts || ids.length !== amounts.length) return undefined
  return transferMany(
    log,
    ids.map((id, index) => [id, amounts[index] ?? 0n] as const),
  )
}

/** WETH9 emits no other event when it mints and burns. In any other contract, a deposit may mean anything. */
const wrap =
  (isIn: boolean): Reader =>
  ({ address: token, topics, data }, roles) => {
    const who = addressOf(topics[1])
    const amount = WORD.test(data) ? readQuantity(data) : undefined
    if (!Object.hasOwn(roles, token) || roles[token] !== 'wrappedNative') return undefined
    if (!who || amount === undefined || topics.length !== 2) return undefined
    return { moves: [{ token, from: isIn ? NOBODY : who, to: isIn ? who : NOBODY, amount, isWrap: true }] }
  }

/** Reads `Approval(address,address,uint256)`, which has three topics in ERC-20 and four in ERC-721. */
function approval({ address: token, topics: [, first, second, id, ...more], data }: Log): Found | undefined {
  const [owner, spender] = [addressOf(first), addressOf(second)]
  if (!owner || !spender || more.length > 0) return undefined
  if (id === undefined) {
    const amount = WORD.test(data) ? readQuantity(data) : undefined
    return amount === undefined ? undefined : { grant: { owner, token, spender, ...limitOf(amount, 256) } }
  }
  const tokenId = readQuantity(id)
  return tokenId === undefined || data !== '0x'
    ? undefined
    : { grant: { owner, token, spender, tokenId, isOver: spender === NOBODY } }
}

function approvalForAll({ address: token, topics, data }: Log): Found | undefined {
  const [owner, spender] = topics.slice(1).map(addressOf)
  if (topics.length !== 3 || !owner || !spender || !/^0x0{63}[01]$/.test(data)) return undefined
  return { grant: { owner, token, spender, isOver: data.endsWith('0') } }
}

/** Permit2 keeps allowances of its own for tokens that it may take. */
const permit2 =
  (shape: ReturnType<typeof shapeOf>): Reader =>
  (log) => {
    const [owner, token, spender] = log.topics.slice(1).map(addressOf)
    const [amount] = decode<readonly [bigint]>(shape, log) ?? []
    if (!isPermit2(log.address) || log.topics.length !== 4 || !owner || !token || !spender) return undefined
    return amount === undefined ? undefined : { grant: { owner, token, spender, ...limitOf(amount, 160) } }
  }

/** Events that add nothing to the accompanying token events: swaps of Uniswap and its forks, and vaults (ERC-4626). */
const toldByTokens: Reader = () => ({})

/** The readers, keyed by the event's first topic. */
export const eventReaders: ReadonlyMap<string, { readonly event: string; readonly read: Reader }> = new Map(
  (
    [
      [
        '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
        'Transfer(address,address,uint256)',
        transfer,
      ],
      [
        '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62',
        'TransferSingle(address,address,address,uint256,uint256)',
        transferSingle,
      ],
      [
        '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb',
        'TransferBatch(address,address,address,uint256[],uint256[])',
        transferBatch,
      ],
      ['0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c', 'Deposit(address,uint256)', wrap(true)],
      [
        '0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65',
        'Withdrawal(address,uint256)',
        wrap(false),
      ],
      [
        '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925',
        'Approval(address,address,uint256)',
        approval,
      ],
      [
        '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31',
        'ApprovalForAll(address,address,bool)',
        approvalForAll,
      ],
      [
        '0xda9fa7c1b00402c17d0161b249b1ab8bbec047c5a52207b9c112deffd817036b',
        'Approval(address,address,address,uint160,uint48)',
        permit2(ALLOWED_UNTIL),
      ],
      [
        '0xc6a377bfc4eb120024a8ac08eef205be16b817020812c73223e81d1bdb9708ec',
        'Permit(address,address,address,uint160,uint48,uint48)',
        permit2(ALLOWED_ONCE),
      ],
      [
        '0xd78ad95fa46c994b6551d0da85fc275fe613ce37657fb8d5e3d130840159d822',
        'Swap(address,uint256,uint256,uint256,uint256,address)',
        toldByTokens,
      ],
      [
        '0xc42079f94a6350d7e6235f29174924f928cc2ac818eb64fed8004e115fbcca67',
        'Swap(address,address,int256,int256,uint160,uint128,int24)',
        toldByTokens,
      ],
      [
        '0xdcbc1c05240f31ff3ad067ef1ee35ce4997762752e3a095284754544f4c709d7',
        'Deposit(address,address,uint256,uint256)',
        toldByTokens,
      ],
      [
        '0xfbde797d201c681b91056529119e0b02407c7bb96a4a2c75c01fc9667232c8db',
        'Withdraw(address,address,address,uint256,uint256)',
        toldByTokens,
      ],
    ] as const
  ).map(([topic, event, read]) => [topic, { event, read }]),
)

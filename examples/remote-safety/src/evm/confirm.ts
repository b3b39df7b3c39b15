import { isModalError } from '@portico/contracts'
import { type EvmNode, quantity } from '@portico/contracts/chains/evm/node'
import { evmTokenFacts } from '@portico/contracts/preview'
import type { Grant } from '../grant.ts'
import { ASK, addressIn, PERMIT2, wordsIn } from './abi.ts'
import { type Candidate, candidateId } from './candidates.ts'

/** Half of the largest number: a token that lowers an unlimited allowance at each use does not get below it. */
const UNLIMITED = { token: 1n << 255n, permit2: 1n << 159n }

interface Asking {
  readonly node: EvmNode
  readonly owner: string
  /** Names by address, in lower case, from a list that no site can change. */
  readonly names: Readonly<Record<string, string>>
  /** Prices of the account's tokens, by address in lower case. */
  readonly prices: Readonly<Record<string, string>>
}

type Permission = Pick<Grant, 'spender' | 'amount' | 'isUnlimited' | 'expiresAt'>

/** Asks a contract. Undefined when the call fails there. @throws ModalError when the network cannot be asked */
const ask = ({ node }: Asking, to: string, data: string) => node.word(to, data)

/** Permit2 answers with three words. */
async function permit2Permission(asking: Asking, { token, spender }: Candidate): Promise<Permission | undefined> {
  const answer = await asking.node.ask(
    'eth_call',
    { to: PERMIT2, data: ASK.permit2Allowance(asking.owner, token, spender) },
    'latest',
  )
  const [amount, expires] = typeof answer === 'string' ? wordsIn(answer) : []
  if (amount === undefined || expires === undefined) throw new TypeError('This is not Permit2.')
  const expiresAt = Number(expires) * 1_000
  if (amount === 0n || expiresAt < Date.now()) return undefined
  return { spender, amount: String(amount), isUnlimited: amount >= UNLIMITED.permit2, expiresAt }
}

/** The permission as it is now; undefined if it does not exist any more. @throws if the network does not say */
async function permissionOf(asking: Asking, candidate: Candidate): Promise<Permission | undefined> {
  const { kind, token, spender, tokenId = 0n } = candidate
  const { owner } = asking
  if (kind === 'permit2') return permit2Permission(asking, candidate)
  if (kind === 'token') {
    const amount = await ask(asking, token, ASK.allowance(owner, spender))
    if (amount === undefined) throw new TypeError('This is not a token.')
    return amount === 0n ? undefined : { spender, amount: String(amount), isUnlimited: amount >= UNLIMITED.token }
  }
  if (kind === 'nfts') {
    const isApproved = await ask(asking, token, ASK.isApprovedForAll(owner, spender))
    if (isApproved === undefined) throw new TypeError('This is not a collection.')
    return isApproved === 0n ? undefined : { spender }
  }
  const [approved, holder] = await Promise.all([
    ask(asking, token, ASK.getApproved(tokenId)),
    ask(asking, token, ASK.ownerOf(tokenId)),
  ])
  // A destroyed NFT has neither.
  if (approved === undefined || holder === undefined || approved === 0n) return undefined
  const address = (word: bigint) => addressIn(word.toString(16).padStart(40, '0'))
  return address(holder) === owner.toLowerCase() ? { spender: address(approved) } : undefined
}

/** Undefined when the question cannot be answered: the permission is shown without it. */
const orUnknown = <Value>(value: Promise<Value>): Promise<Value | undefined> => value.catch(() => undefined)

/**
 * A permission with everything that a visitor should know about it; undefined if it does not exist any more.
 * @throws if the network does not say whether it exists
 */
export async function confirm(asking: Asking, candidate: Candidate): Promise<Grant | undefined> {
  const { kind, token, tokenId, block } = candidate
  const permission = await permissionOf(asking, candidate)
  if (!permission) return undefined
  const { node, owner, names, prices } = asking
  const isAmount = kind === 'token' || kind === 'permit2'
  // A contract that does not know the call is another answer than a node that does not answer.
  const call = (data: string) =>
    node
      .ask('eth_call', { to: token, data }, 'latest')
      .catch((error: unknown) => (isModalError(error) && error.code === 'node.refused' ? null : undefined))
  const [code, facts, balance, given] = await Promise.all([
    orUnknown(node.ask('eth_getCode', permission.spender, 'latest')),
    orUnknown(evmTokenFacts(call)),
    isAmount ? orUnknown(node.tokens(owner, token)) : undefined,
    orUnknown(node.ask('eth_getBlockByNumber', `0x${block.toString(16)}`, false)),
  ])
  const seconds = (given as { timestamp?: unknown } | null | undefined)?.timestamp
  const givenAt = typeof seconds === 'string' ? Number(quantity(seconds)) * 1_000 : undefined
  const spenderName = Object.hasOwn(names, permission.spender) ? names[permission.spender] : undefined
  const amount = BigInt(permission.amount ?? 0)
  const price = Object.hasOwn(prices, token) ? prices[token] : undefined
  return {
    id: candidateId(candidate),
    kind,
    token,
    ...permission,
    ...(spenderName && { spenderName }),
    ...(typeof code === 'string' && { isPerson: code === '0x' || code.startsWith('0xef0100') }),
    ...(facts?.symbol && { symbol: facts.symbol }),
    ...(facts?.decimals !== undefined && isAmount && { decimals: facts.decimals }),
    ...(balance !== undefined && { atRisk: String(balance < amount ? balance : amount) }),
    ...(price && { price }),
    ...(tokenId !== undefined && { tokenId: String(tokenId) }),
    ...(givenAt !== undefined && { givenAt }),
  }
}

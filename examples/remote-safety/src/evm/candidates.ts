import { addressIn, EVENT, PERMIT2, wordsIn } from './abi.ts'
import type { Log } from './readLogs.ts'

/** A permission that was given once. Whether it still exists, only the contract can say. */
export interface Candidate {
  readonly kind: 'token' | 'permit2' | 'nft' | 'nfts'
  /** The token's or the collection's contract, in lower case. */
  readonly token: string
  /** In lower case. For `nft`, the one who was named in the log. */
  readonly spender: string
  readonly tokenId?: bigint
  /** The newest block with an event about it. */
  readonly block: bigint
}

function candidateOf({ address, topics, data, blockNumber: block }: Log): Candidate | undefined {
  const [event, , second, third] = topics
  const isPermit2 = address === PERMIT2
  if (second === undefined) return undefined
  if (event === EVENT.approval && third !== undefined) {
    return { kind: 'nft', token: address, spender: addressIn(second), tokenId: BigInt(third), block }
  }
  if (event === EVENT.approval) return { kind: 'token', token: address, spender: addressIn(second), block }
  if (event === EVENT.approvalForAll && wordsIn(data).length === 1) {
    return { kind: 'nfts', token: address, spender: addressIn(second), block }
  }
  // Any contract can emit these events. Only Permit2's own count.
  if (isPermit2 && third !== undefined && (event === EVENT.permit2Approval || event === EVENT.permit2Permit)) {
    return { kind: 'permit2', token: addressIn(second), spender: addressIn(third), block }
  }
  return undefined
}

export const candidateId = ({ kind, token, spender, tokenId }: Omit<Candidate, 'block'>): string =>
  [kind, token, kind === 'nft' ? String(tokenId) : spender].join(' ')

/** One candidate for each permission, the newest first. */
export function candidatesIn(logs: readonly Log[]): readonly Candidate[] {
  const found = new Map<string, Candidate>()
  for (const log of logs) {
    const candidate = candidateOf(log)
    if (!candidate) continue
    const id = candidateId(candidate)
    const known = found.get(id)
    if (!known || known.block <= candidate.block) found.set(id, candidate)
  }
  return [...found.values()].sort((one, other) => (one.block < other.block ? 1 : one.block > other.block ? -1 : 0))
}

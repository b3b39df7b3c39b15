import type { Hex } from '@portico/contracts/preview'
import { Refused } from '../messages/channel.ts'
import type { AccountTable } from './accountDatabase.ts'

/** The user operation or transaction that carries out sent calls. */
export interface SentBatch {
  readonly kind: 'operation' | 'transaction'
  readonly chainId: number
  readonly hash: Hex
}

const KINDS = { operation: '01', transaction: '02' } as const
const ID = /^0x(0[12])([\da-f]{64})([\da-f]{64})$/

/** An id of 65 bytes: kind, network, hash. It needs no storage, so it still works after the page is reloaded. */
const idOf = ({ kind, chainId, hash }: SentBatch): string =>
  `0x${KINDS[kind]}${chainId.toString(16).padStart(64, '0')}${hash.slice(2).toLowerCase()}`

function readId(id: string): SentBatch | undefined {
  const [, kind, network, hash] = ID.exec(id.toLowerCase()) ?? []
  const chainId = Number(`0x${network}`)
  if (!hash || !Number.isSafeInteger(chainId) || chainId === 0) return undefined
  return { kind: kind === KINDS.operation ? 'operation' : 'transaction', chainId, hash: `0x${hash}` }
}

/** Ids for the calls of `wallet_sendCalls` (EIP-5792). */
export function createBatchIds(table: AccountTable<string>) {
  const keyOf = (origin: string, id: string) => `${origin} ${id}`
  const known = async (origin: string, id: string) => {
    const own = await table.get(keyOf(origin, id))
    return own === undefined ? undefined : readId(own)
  }
  return {
    /** Checks that the page may give a batch this id. @throws Refused `batchIdTaken` */
    async assertFree(origin: string, id: string): Promise<void> {
      if (readId(id) || (await known(origin, id))) throw new Refused('batchIdTaken')
    },
    /** @param given the page's own id; without one, the returned id encodes what was sent */
    async remember(origin: string, sent: SentBatch, given: string | undefined): Promise<string> {
      const own = idOf(sent)
      if (given === undefined) return own
      await table.set(keyOf(origin, given), own)
      return given
    },
    /** Undefined if no such batch was sent. */
    find: async (origin: string, id: string) => readId(id) ?? known(origin, id),
  }
}
export type BatchIds = ReturnType<typeof createBatchIds>

import type { Description, DescriptionKind, Line } from '@portico/contracts/preview'
import { resultWithin } from '../resultWithin.ts'
import type { Receivers } from './receivers.ts'

/** Time limit for storage, so that slow storage delays no request. */
const STORAGE_LIMIT_MS = 1_000

/** Methods that send something. A mere signature is no payment, because perhaps nobody ever uses it. */
const SENDS: readonly string[] = [
  'eth_sendTransaction',
  'eth_sendUserOperation',
  'solana_signAndSendTransaction',
  'wallet_sendCalls',
]

/** In other requests, a site's own contract could make up the receiver. */
const TRANSFERS: readonly DescriptionKind[] = ['nativeTransfer', 'tokenTransfer', 'nftTransfer']

interface FamiliarParts {
  readonly receivers: Pick<Receivers, 'of' | 'add'>
  /** The wallet's subject; undefined without a session. */
  readonly wallet: () => Promise<string | undefined>
}

const normal = (address: string) => (address.startsWith('0x') ? address.toLowerCase() : address)

/** Amounts of zero do not count: anybody can move zero tokens in someone else's name. */
const isOfNothing = ({ value, labelKey }: Line) =>
  labelKey === 'preview.amount' &&
  ((value?.type === 'amount' && value.amount === 0n) || (value?.type === 'integer' && value.integer === 0n))

function receiversOf({ kind, lines, parts = [] }: Description): readonly string[] {
  const isPaid = TRANSFERS.includes(kind) && !lines.some(isOfNothing)
  const own = (isPaid ? lines : []).flatMap(({ labelKey, value }) =>
    labelKey === 'preview.receiver' && value?.type === 'address' ? [normal(value.address)] : [],
  )
  return [...own, ...parts.flatMap(receiversOf)]
}

/** Remembers across visits which addresses were paid, so that look-alikes of them are detected. */
export function createFamiliar({ receivers, wallet }: FamiliarParts) {
  const inTime = <T>(work: Promise<T>) => resultWithin(work, STORAGE_LIMIT_MS).catch(() => undefined)
  return {
    /** Opens the records of the signed-in visitor's wallet. Never rejects. */
    async open() {
      const owner = await inTime(wallet())
      return {
        /** Addresses that the visitor has paid; the address paid most recently comes last. */
        addresses: (owner !== undefined && (await inTime(receivers.of(owner)))) || [],
        /** Records the receivers of a request that was carried out. Never rejects. */
        async remember(method: string, description: Description): Promise<void> {
          const paid = SENDS.includes(method) ? receiversOf(description) : []
          if (owner !== undefined && paid.length > 0) await inTime(receivers.add(owner, paid))
        },
      }
    },
  }
}
export type Familiar = ReturnType<typeof createFamiliar>
/** A wallet's records of known receivers, opened for one request. */
export type Known = Awaited<ReturnType<Familiar['open']>>

import type { Description, DescriptionKind, Line } from '@portico/contracts/preview'
import { unlessLate } from '../unlessLate.ts'
import type { Receivers } from './receivers.ts'

/** What is remembered holds up no request for longer. */
const STORAGE_LIMIT_MS = 1_000

/** What has gone out when these are answered. A signature may never be used, and says nothing of whom somebody pays. */
const SENDS: readonly string[] = [
  'eth_sendTransaction',
  'eth_sendUserOperation',
  'solana_signAndSendTransaction',
  'wallet_sendCalls',
]

/** In other requests a receiver may be what a site says of its own contract. */
const TRANSFERS: readonly DescriptionKind[] = ['nativeTransfer', 'tokenTransfer', 'nftTransfer']

/** What one wallet knows while one request is decided. */
export interface Known {
  /** Addresses that the visitor has paid, the last one last. */
  readonly addresses: readonly string[]
  /** A request was carried out: whoever it has given something to is known from now on. Never rejects. */
  remember(method: string, description: Description): Promise<void>
}

export interface Familiar {
  /** For the wallet of whoever is signed in. Never rejects. */
  open(): Promise<Known>
}

interface FamiliarParts {
  readonly receivers: Pick<Receivers, 'of' | 'add'>
  /** Whose wallet it is; undefined when nobody is signed in. */
  readonly wallet: () => Promise<string | undefined>
}

const normal = (address: string) => (address.startsWith('0x') ? address.toLowerCase() : address)

/** Nothing was given: anybody can have a token moved by nothing in somebody else's name. */
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

/** Whom visitors have paid, across visits, so that an address that only looks like one of those is noticed. */
export function createFamiliar({ receivers, wallet }: FamiliarParts): Familiar {
  const inTime = <T>(work: Promise<T>) => unlessLate(work, STORAGE_LIMIT_MS).catch(() => undefined)
  return {
    async open() {
      const owner = await inTime(wallet())
      return {
        addresses: (owner !== undefined && (await inTime(receivers.of(owner)))) || [],
        async remember(method, description) {
          const paid = SENDS.includes(method) ? receiversOf(description) : []
          if (owner !== undefined && paid.length > 0) await inTime(receivers.add(owner, paid))
        },
      }
    },
  }
}

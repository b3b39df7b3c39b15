import type { Account, Holding, SentTransaction } from '@portico/contracts'
import type { ReadReceiver } from './readReceiver.ts'

/** A warning about a receiver. `isNever`: the receiver must not be paid at all. */
export type ReceiverWarning =
  | { readonly type: 'misspelt' | 'offCurve' | 'ofEthereum' }
  | { readonly type: 'lookAlike'; readonly address: string }
  | { readonly type: 'isToken' | 'own'; readonly isNever: true }

/** People compare this many characters at each end, and attackers can generate addresses that match them. */
const COMPARED = 4

const isSame = (one: string, other: string) =>
  one.startsWith('0x') ? one.toLowerCase() === other.toLowerCase() : one === other

function endsOf(address: string): string {
  const text = address.startsWith('0x') ? address.slice(2).toLowerCase() : address
  return `${text.slice(0, COMPARED)} ${text.slice(-COMPARED)}`
}

/** Receivers previously paid from here, most recent first, without duplicates. */
export function recentReceivers(sent: readonly SentTransaction[], account: Account): readonly string[] {
  const own = sent.filter(({ from, note }) => note?.type === 'send' && isSame(from, account.address))
  return [...new Set(own.flatMap(({ note }) => (note?.to === undefined ? [] : [note.to])))]
}

interface Known {
  readonly account: Account
  readonly holding: Holding | undefined
  /** Addresses that the visitor has paid before. */
  readonly recent: readonly string[]
}

/** Address poisoning: same ends as a familiar address, different middle. */
function lookAlike(address: string, known: readonly string[]): string | undefined {
  if (known.some((one) => isSame(one, address))) return undefined
  return known.find((one) => endsOf(one) === endsOf(address))
}

/** Warnings about the receiver, most severe first. */
export function receiverWarnings(
  { address, isMisspelt = false, isOffCurve = false, isOfEthereum = false }: ReadReceiver & { isOfEthereum?: boolean },
  { account, holding, recent }: Known,
): readonly ReceiverWarning[] {
  const twin = lookAlike(address, [account.address, ...recent])
  return [
    ...(isSame(account.address, address) ? [{ type: 'own', isNever: true } as const] : []),
    ...(holding?.address !== undefined && isSame(holding.address, address)
      ? [{ type: 'isToken', isNever: true } as const]
      : []),
    ...(twin === undefined ? [] : [{ type: 'lookAlike', address: twin } as const]),
    ...(isMisspelt ? [{ type: 'misspelt' } as const] : []),
    ...(isOffCurve ? [{ type: 'offCurve' } as const] : []),
    ...(isOfEthereum ? [{ type: 'ofEthereum' } as const] : []),
  ]
}

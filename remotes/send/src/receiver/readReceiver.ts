import type { CaipNetworkId, ChainNamespace } from '@portico/contracts'

/** An address as its chain writes it. */
export interface ReadReceiver {
  readonly address: string
  /** It has a checksum, which is wrong. */
  readonly isMisspelt?: boolean
  /** Solana: nobody has a key to it; a program may sign for it. */
  readonly isOffCurve?: boolean
}

/** `otherNetwork`: an address of the family that this network does not have. Undefined: no address of the family. */
export type ReadAddress = (text: string, caipNetworkId: CaipNetworkId) => ReadReceiver | 'otherNetwork' | undefined

/** What else an address may be of: it is said rather than called invalid. */
const FOREIGN: readonly (readonly [ChainNamespace, RegExp])[] = [
  ['eip155', /^0x[\da-f]{40}$/i],
  ['bip122', /^(?:(?:bc|tb|bcrt)1[ac-hj-np-z02-9]{11,87}|[13mn2][1-9A-HJ-NP-Za-km-z]{25,34})$/],
  ['solana', /^[1-9A-HJ-NP-Za-km-z]{43,44}$/],
]

/** The family that an address of another one belongs to. */
export const familyOf = (text: string, own: ChainNamespace): ChainNamespace | undefined =>
  FOREIGN.find(([family, pattern]) => family !== own && pattern.test(text))?.[0]

/** What names look like: labels with a full stop between them. It is a service that says whose they are. */
export const isName = (text: string): boolean =>
  /^[^\s.@/:]{1,63}(?:\.[^\s.@/:]{1,63})+$/u.test(text) && text.length <= 255

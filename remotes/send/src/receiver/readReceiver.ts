import type { CaipNetworkId, ChainNamespace } from '@portico/contracts'

/** An address in its chain's notation. */
export interface ReadReceiver {
  readonly address: string
  /** Whether the checksum is wrong. */
  readonly isMisspelt?: boolean
  /** Solana: whether the address has no private key; a program can sign for it. */
  readonly isOffCurve?: boolean
}

/**
 * `otherNetwork` for an address of the family's other networks; undefined for text that is not an address of the
 * family.
 */
export type ReadAddress = (text: string, caipNetworkId: CaipNetworkId) => ReadReceiver | 'otherNetwork' | undefined

/** Other families' address formats, to name the family instead of calling the address invalid. */
const FOREIGN: readonly (readonly [ChainNamespace, RegExp])[] = [
  ['eip155', /^0x[\da-f]{40}$/i],
  ['bip122', /^(?:(?:bc|tb|bcrt)1[ac-hj-np-z02-9]{11,87}|[13mn2][1-9A-HJ-NP-Za-km-z]{25,34})$/],
  ['solana', /^[1-9A-HJ-NP-Za-km-z]{43,44}$/],
]

/** The other family that an address belongs to. */
export const familyOf = (text: string, own: ChainNamespace): ChainNamespace | undefined =>
  FOREIGN.find(([family, pattern]) => family !== own && pattern.test(text))?.[0]

/** Whether text looks like a name: labels separated by dots. Only a service knows whether it exists. */
export const isName = (text: string): boolean =>
  /^[^\s.@/:]{1,63}(?:\.[^\s.@/:]{1,63})+$/u.test(text) && text.length <= 255

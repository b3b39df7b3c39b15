import { BITCOIN_ORDINAL_INDEX, BITCOIN_PAYMENT_INDEX, type ConnectionAccount } from '@portico/contracts'
import { addressOnNetwork } from '@portico/contracts/chains/bitcoin/address'
import { encodeHex } from '@portico/contracts/chains/bytes'
import { readBytes } from './encoding.ts'
import type { BitcoinNetwork } from './networks.ts'
import { field, list, text } from './untrusted.ts'

/** An account as a wallet reports it, not yet classified. */
export interface ReportedAccount {
  readonly address: string
  /** The wallet's own term: `payment`, `ordinals`, `stacks`. */
  readonly purpose?: string
  /** Hexadecimal. */
  readonly publicKey?: string
  readonly path?: string
}

function readPublicKey(value: unknown): string | undefined {
  const bytes = readBytes(value)
  return bytes && bytes.length >= 32 && bytes.length <= 65 ? encodeHex(bytes) : undefined
}

function readAccount(entry: unknown): ReportedAccount | undefined {
  const address = text(entry) ?? text(field(entry, 'address'))
  if (!address) return undefined
  const purpose = text(field(entry, 'purpose')) ?? (field(entry, 'symbol') === 'STX' ? 'stacks' : undefined)
  const publicKey = readPublicKey(field(entry, 'publicKey'))
  const path = text(field(entry, 'path')) ?? text(field(entry, 'derivationPath'))
  return { address, ...(purpose && { purpose }), ...(publicKey && { publicKey }), ...(path && { path }) }
}

/** The accounts in a wallet's answer: strings, or objects with an address. Everything else is dropped. */
export const readAccounts = (answer: unknown): ReportedAccount[] =>
  list(answer)
    .map(readAccount)
    .filter((account) => account !== undefined)

/** Account types, keyed by the names that wallets give to an account's purpose. */
export const ACCOUNT_TYPES: Readonly<Record<string, 'payment' | 'ordinal' | 'stx'>> = {
  payment: 'payment',
  ordinals: 'ordinal',
  ordinal: 'ordinal',
  stacks: 'stx',
  stx: 'stx',
}

/** An address that the site may see, and its purpose. */
export interface AccountAddress extends Pick<ConnectionAccount, 'address' | 'publicKey' | 'path'> {
  readonly purpose: 'payment' | 'ordinal' | 'stx'
}

export const addressOf = ({ address, type, publicKey, path }: ConnectionAccount): AccountAddress => ({
  address,
  purpose: type === 'ordinal' || type === 'stx' ? type : 'payment',
  ...(publicKey && { publicKey }),
  ...(path && { path }),
})

const isStacks = (address: string) => /^S[PTMN][0-9A-Z]{37,40}$/.test(address)

/**
 * Payment accounts first, then ordinal ones, then the rest, by the purposes that the wallet reports. If it reports
 * none, the order decides (rules.md §9), except that an address that cannot be taproot is not called ordinal
 * (chains.md, pitfall 18). Accounts on another network are left out.
 */
export function sortAccounts(reported: readonly ReportedAccount[], network: BitcoinNetwork): ConnectionAccount[] {
  const known = reported.filter(({ address, purpose = '' }) =>
    ACCOUNT_TYPES[purpose] === 'stx' ? isStacks(address) : addressOnNetwork(address, network.caipNetworkId),
  )
  const bitcoin = known.filter(({ purpose = '' }) => ACCOUNT_TYPES[purpose] !== 'stx')
  const hasPurposes = bitcoin.some(({ purpose = '' }) => ACCOUNT_TYPES[purpose])

  const typeOf = (account: ReportedAccount): ConnectionAccount['type'] => {
    const byPurpose = ACCOUNT_TYPES[account.purpose ?? '']
    if (byPurpose || hasPurposes) return byPurpose
    const index = bitcoin.indexOf(account)
    if (index === BITCOIN_PAYMENT_INDEX) return 'payment'
    const isTaproot = addressOnNetwork(account.address, network.caipNetworkId)?.type === 'p2tr'
    return index === BITCOIN_ORDINAL_INDEX && isTaproot ? 'ordinal' : undefined
  }

  const accounts = known.map(({ purpose: _, ...account }, index): ConnectionAccount => {
    const type = typeOf(known[index] as ReportedAccount)
    return { ...account, ...(type && { type }) }
  })
  const rank = ({ type }: ConnectionAccount) => (type === 'payment' ? 0 : type === 'ordinal' ? 1 : 2)
  const sorted = [...accounts].sort((one, other) => rank(one) - rank(other))
  // A wallet that uses one address for both purposes has a single account.
  return sorted.filter((account, index) => sorted.findIndex(({ address }) => address === account.address) === index)
}

import { object, picklist } from 'valibot'
import type { ChainNamespace } from '../caip.ts'
import { AddressText } from '../services/wireText.ts'
import { listUpTo } from './bounds.ts'

const BASE58 = '[1-9A-HJ-NP-Za-km-z]'
const BECH32 = '[02-9ac-hj-np-z]'

/** The format of each family's addresses. Checksums are verified by the code that sends something to an address. */
const patterns: Readonly<Record<ChainNamespace, RegExp>> = {
  eip155: /^0x[\da-f]{40}$/i,
  solana: new RegExp(`^${BASE58}{32,44}$`),
  bip122: new RegExp(`^(?:[a-z]{1,20}1${BECH32}{11,90}|${BASE58}{25,36})$`),
  cosmos: new RegExp(`^[a-z\\d]{1,40}1${BECH32}{38,70}$`),
  polkadot: new RegExp(`^${BASE58}{46,50}$`),
}

export const isAddressOf = (namespace: ChainNamespace, address: string): boolean => patterns[namespace].test(address)

/** The embedded wallet's account types (rules.md §5). */
export const EMBEDDED_ACCOUNT_TYPES = ['eoa', 'smartAccount'] as const
export const EmbeddedAccountType = picklist(EMBEDDED_ACCOUNT_TYPES)
export type EmbeddedAccountType = (typeof EMBEDDED_ACCOUNT_TYPES)[number]

const ACCOUNTS_MAX = 32

/** Addresses of a family other than the network's are dropped where the user is read. */
export const EmbeddedAccounts = listUpTo(ACCOUNTS_MAX, object({ address: AddressText, type: EmbeddedAccountType }))

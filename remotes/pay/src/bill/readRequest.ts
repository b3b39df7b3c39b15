import {
  type CaipNetworkId,
  type ChainNamespace,
  isCaipNetworkId,
  type Network,
  type PayArguments,
} from '@portico/contracts'
import { readDecimal } from '@portico/contracts/money'
import { decodeBase58 } from '@portico/contracts/preview'
import { NATIVE_ASSET } from '@portico/contracts/services/payments'
import { fallback, number, object, optional, parse, pipe, string, transform, trim, union } from 'valibot'
import { getAddress, isAddress } from 'viem'
import type { BillProblem } from './bill.ts'

/** A site's request, validated as far as possible without the chain. */
export interface PaymentRequest {
  readonly network: Network
  /** The address in the chain's own notation. */
  readonly recipient: string
  /** Absent for the network's own coin. */
  readonly token?: string
  /** The amount, with a decimal point. */
  readonly amount: string
  /** The decimals that the site assumes. */
  readonly decimals?: number | undefined
}

/** Converts anything from a page to text; other types become empty. */
const Text = fallback(optional(pipe(union([string(), number()]), transform(String), trim()), ''), '')
const Asset = object({
  network: Text,
  asset: Text,
  metadata: fallback(object({ decimals: fallback(optional(number()), undefined) }), { decimals: undefined }),
})
const Arguments = object({
  amount: Text,
  recipient: Text,
  paymentAsset: fallback(Asset, { network: '', asset: '', metadata: { decimals: undefined } }),
})

const KEY_BYTES = 32
const KEY_CHARACTERS_MAX = 44

/** EIP-55: mixed case with a wrong checksum is a typo. The zero address has no known key. */
function readEvmAddress(text: string): string | undefined {
  if (!/^0x/.test(text) || !isAddress(text, { strict: false })) return undefined
  const digits = text.slice(2)
  const isOneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase()
  const address = getAddress(text)
  return (isOneCase || address === text) && !/^0+$/.test(digits) ? address : undefined
}

/** chains.md, pitfall 38: an address is valid or not by its bytes. */
const readSolanaAddress = (text: string): string | undefined =>
  decodeBase58(text, KEY_CHARACTERS_MAX)?.length === KEY_BYTES ? text : undefined

const READERS: Readonly<Partial<Record<ChainNamespace, (text: string) => string | undefined>>> = {
  eip155: readEvmAddress,
  solana: readSolanaAddress,
}

const networkCalled = (id: CaipNetworkId, networks: readonly Network[]) =>
  networks.find(({ caipNetworkId, deprecatedCaipNetworkId }) => caipNetworkId === id || deprecatedCaipNetworkId === id)

/** public-api.md §15. Returns the first problem found. */
export function readRequest(given: PayArguments, networks: readonly Network[]): PaymentRequest | BillProblem {
  const { amount, recipient, paymentAsset } = parse(Arguments, { ...given })
  const read = readDecimal(amount)
  if (!read) return { problem: 'pay.problem.amount', values: { amount } }
  if (read.digits === 0n) return { problem: 'pay.problem.nothing' }
  const { network: id, asset, metadata } = paymentAsset
  const network = isCaipNetworkId(id) ? networkCalled(id, networks) : undefined
  if (!network) return { problem: 'pay.problem.network', values: { id } }
  const address = READERS[network.chainNamespace]
  if (!address) return { problem: 'pay.problem.family', values: { network: network.name } }
  const to = address(recipient)
  if (to === undefined) return { problem: 'pay.problem.recipient', values: { network: network.name } }
  const common = { network, recipient: to, amount, decimals: metadata.decimals }
  if (asset === NATIVE_ASSET) return common
  const token = address(asset)
  if (token === undefined) return { problem: 'pay.problem.asset', values: { network: network.name } }
  return token === to ? { problem: 'pay.problem.recipientIsToken' } : { ...common, token }
}

import type { Network, SendArguments } from '@portico/contracts'
import { readDecimal } from '@portico/contracts/money'
import { fallback, object, optional, parse, pipe, string, transform, trim, union, number as wireNumber } from 'valibot'
import { readEvmAddress } from '../receiver/readEvmAddress.ts'

/** A site's request, validated as far as possible without the chain. */
export interface SiteRequest {
  readonly network: Network
  /** The amount, with a decimal point. */
  readonly amount: string
  /** The address in the chain's own notation. */
  readonly to: string
  /** Absent for the network's own coin. */
  readonly token?: string
}

/** Why the request cannot be sent: a message and its parameters. */
export interface RequestProblem {
  readonly problem: string
  readonly values?: Readonly<Record<string, string>>
}

/** Converts anything from a page to text; other types become empty. */
const Text = fallback(optional(pipe(union([string(), wireNumber()]), transform(String), trim()), ''), '')
const Arguments = object({ amount: Text, assetAddress: Text, namespace: Text, chainId: Text, to: Text })

/** Nothing was passed. Any other value is reported as invalid. */
const isMissing = (value: unknown) => value === undefined || value === null || String(value).trim() === ''

const NATIVE = 'native'

/** views.md §18, parameter mode. The receiver must be an EVM address; names are for people. */
export function readRequest(given: SendArguments, networks: readonly Network[]): SiteRequest | RequestProblem {
  const { amount, assetAddress, namespace, chainId, to } = parse(Arguments, { ...given })
  // rules.md §5, Send: requires these two, with this exact message.
  if (isMissing(given.amount) || isMissing(given.to)) return { problem: 'send.asked.required' }
  if (given.assetAddress !== undefined && isMissing(given.assetAddress)) return { problem: 'send.asked.tokenRequired' }
  if (!readDecimal(amount)?.digits) return { problem: 'send.asked.amount' }
  if (namespace !== 'eip155') return { problem: 'send.asked.chain', values: { chain: namespace } }
  const network = networks.find((one) => one.chainNamespace === namespace && String(one.id) === chainId)
  if (!network) return { problem: 'send.asked.network', values: { id: chainId } }
  const read = (text: string) => {
    const found = readEvmAddress(text, network.caipNetworkId)
    return typeof found === 'object' && !found.isMisspelt ? found.address : undefined
  }
  const receiver = read(to)
  if (receiver === undefined) return { problem: 'send.asked.receiver' }
  if (assetAddress === '' || assetAddress === NATIVE) return { network, amount, to: receiver }
  const token = read(assetAddress)
  return token === undefined ? { problem: 'send.asked.token' } : { network, amount, to: receiver, token }
}

import type { Network, SendArguments } from '@portico/contracts'
import { readDecimal } from '@portico/contracts/money'
import { fallback, object, optional, parse, pipe, string, transform, trim, union, number as wireNumber } from 'valibot'
import { readEvmAddress } from '../receiver/readEvmAddress.ts'

/** What a site has asked for, as far as it can be told without the chain. */
export interface Asked {
  readonly network: Network
  /** With a point. */
  readonly amount: string
  /** As its chain writes it. */
  readonly to: string
  /** Absent: the network's own coin. */
  readonly token?: string
}

/** Why it cannot be sent: a message, and what it names. */
export interface AskedProblem {
  readonly problem: string
  readonly values?: Readonly<Record<string, string>>
}

/** Whatever a page hands over becomes text; what is none is empty. */
const Text = fallback(optional(pipe(union([string(), wireNumber()]), transform(String), trim()), ''), '')
const Arguments = object({ amount: Text, assetAddress: Text, namespace: Text, chainId: Text, to: Text })

/** Nothing at all; what is something else is said to be wrong. */
const isMissing = (value: unknown) => value === undefined || value === null || String(value).trim() === ''

const NATIVE = 'native'

/** views.md §18, parameter mode. The receiver is an address of EVM: names are for people. */
export function readAsked(given: SendArguments, networks: readonly Network[]): Asked | AskedProblem {
  const { amount, assetAddress, namespace, chainId, to } = parse(Arguments, { ...given })
  // rules.md §5, Send: these two, word for word.
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

import { type ActingCommands, isModalError, ModalError, type Network } from '@portico/contracts'
import { coinTypeOf, NameLookup, nameLookupPath } from '@portico/contracts/services/names'
import { safeParse } from 'valibot'

const ETHEREUM = 'eip155:1'
const ETHEREUM_COIN = coinTypeOf(1)

type Asking = Pick<ActingCommands, 'askNode' | 'askService'>

/** A name's address on a network. */
export interface NamedAddress {
  readonly address: string
  /** The name has no record for this network, so this is its Ethereum address. */
  readonly isOfEthereum?: boolean
}

/** `disputed`: ENS and a service give different addresses. Undefined if no one has the name. */
export type Resolved = NamedAddress | 'disputed' | undefined

/** Looks up a name issued by the project's services. */
async function registered(
  name: string,
  chainId: number,
  { askService }: Asking,
  signal: AbortSignal,
): Promise<NamedAddress | undefined> {
  const answer = await askService({ path: nameLookupPath(name), query: { apiVersion: '2' } }, signal)
  const read = safeParse(NameLookup, answer)
  if (!read.success) return undefined
  const record = [read.output].flat().find((one) => one.name === name)
  const { [coinTypeOf(chainId)]: own, [ETHEREUM_COIN]: usual } = record?.addresses ?? {}
  if (own) return { address: own.address }
  return usual && { address: usual.address, isOfEthereum: true }
}

/**
 * An ENS name's address for a network, or for Ethereum if it has none. Asks the page's nodes, not a service.
 */
async function ens(name: string, chainId: number, { askNode }: Asking, signal: AbortSignal) {
  const { ensAddress } = await import(/* webpackChunkName: "chain-ens" */ './ensAddress.ts')
  return ensAddress(name, chainId, (method, params) => askNode({ caipNetworkId: ETHEREUM, method, params }, signal))
}

/** The source could not be asked; `undefined` would mean that no such name exists. */
const UNREACHABLE = 'unreachable' as const

/** Only ENS issues these names. */
const isOfEns = (name: string) => name.endsWith('.eth')

const isSame = (one: NamedAddress, other: NamedAddress) => one.address.toLowerCase() === other.address.toLowerCase()

/**
 * Resolves a name. ENS answers for all names it can know; services only for those they issued, never below `.eth`.
 * Neither overrides the other.
 * @param networks the page's networks
 * @throws ModalError `service.unreachable` if a source that may know the name could not be asked
 */
export async function resolveName(
  name: string,
  network: Network,
  networks: readonly Network[],
  asking: Asking,
  signal: AbortSignal,
): Promise<Resolved> {
  const chainId = Number(network.id)
  const known = name.toLowerCase()
  const unless = (error: unknown): typeof UNREACHABLE | undefined => {
    if (signal.aborted) throw error
    // 4xx: the service has not issued this name.
    const isNo = isModalError(error) && error.code === 'service.status' && Number(error.details.status) < 500
    return isNo ? undefined : UNREACHABLE
  }
  const hasEthereum = networks.some(({ caipNetworkId }) => caipNetworkId === ETHEREUM)
  const [ofEns, given] = await Promise.all([
    hasEthereum ? ens(known, chainId, asking, signal).catch(unless) : isOfEns(known) ? UNREACHABLE : undefined,
    isOfEns(known) ? undefined : registered(known, chainId, asking, signal).catch(unless),
  ])
  if (ofEns === UNREACHABLE) throw new ModalError('service.unreachable')
  if (ofEns) return given && given !== UNREACHABLE && !isSame(ofEns, given) ? 'disputed' : ofEns
  if (given === UNREACHABLE) throw new ModalError('service.unreachable')
  return given
}

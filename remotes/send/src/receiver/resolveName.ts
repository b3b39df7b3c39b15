import { type ActingCommands, isModalError, ModalError, type Network } from '@portico/contracts'
import { coinTypeOf, NameLookup, nameLookupPath } from '@portico/contracts/services/names'
import { safeParse } from 'valibot'

const ETHEREUM = 'eip155:1'
const ETHEREUM_COIN = coinTypeOf(1)

type Asking = Pick<ActingCommands, 'askNode' | 'askService'>

/** Whose a name is on a network. */
export interface NamedAddress {
  readonly address: string
  /** Of this network nothing is known: it is the address that the name has on Ethereum. */
  readonly isOfEthereum?: boolean
}

/** `disputed`: two who give out names say that it is somebody else's. Undefined: nobody has it. */
export type Resolved = NamedAddress | 'disputed' | undefined

/** Whose a name is that the project's services have given out. */
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
 * The address that a name of ENS stands for on a network, or on Ethereum where it says nothing of that one. The nodes of the
 * page are asked, and no service.
 */
async function ens(name: string, chainId: number, { askNode }: Asking, signal: AbortSignal) {
  const { ensAddress } = await import(/* webpackChunkName: "chain-ens" */ './ensAddress.ts')
  return ensAddress(name, chainId, (method, params) => askNode({ caipNetworkId: ETHEREUM, method, params }, signal))
}

/** A question that could not be asked; `undefined` would say that there is no such name. */
const UNASKED = 'unasked' as const

/** ENS alone gives these out. */
const isOfEns = (name: string) => name.endsWith('.eth')

const isSame = (one: NamedAddress, other: NamedAddress) => one.address.toLowerCase() === other.address.toLowerCase()

/**
 * Whose name it is. ENS says so, for every name that it can know; the services only say it of what they have given out
 * themselves, which is nothing below `.eth`. Neither takes a name from the other.
 * @param networks those of the page
 * @throws ModalError `service.unreachable` where somebody could not be asked who may know better
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
  const unless = (error: unknown): typeof UNASKED | undefined => {
    if (signal.aborted) throw error
    // 4xx: it is none of theirs.
    const isNo = isModalError(error) && error.code === 'service.status' && Number(error.details.status) < 500
    return isNo ? undefined : UNASKED
  }
  const hasEthereum = networks.some(({ caipNetworkId }) => caipNetworkId === ETHEREUM)
  const [ofEns, given] = await Promise.all([
    hasEthereum ? ens(known, chainId, asking, signal).catch(unless) : isOfEns(known) ? UNASKED : undefined,
    isOfEns(known) ? undefined : registered(known, chainId, asking, signal).catch(unless),
  ])
  if (ofEns === UNASKED) throw new ModalError('service.unreachable')
  if (ofEns) return given && given !== UNASKED && !isSame(ofEns, given) ? 'disputed' : ofEns
  if (given === UNASKED) throw new ModalError('service.unreachable')
  return given
}

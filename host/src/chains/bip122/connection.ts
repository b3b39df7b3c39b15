import { type Connection, DISCONNECT_WAIT_MS, ModalError, type Network } from '@portico/contracts'
import { addressOnNetwork } from '@portico/contracts/chains/bitcoin/address'
import { unlessAborted } from '../../async/unlessAborted.ts'
import { inTime, SILENT_WAIT_MS } from '../../async/within.ts'
import { CONNECT, isPending, isRejection, isUnknownChain, REQUEST, translate, translating } from '../walletErrors.ts'
import { sortAccounts } from './accounts.ts'
import { type BitcoinNetwork, NETWORKS, networkOf } from './networks.ts'
import { field } from './untrusted.ts'
import type { BitcoinWallet, Grant } from './wallet.ts'

/** Codes that wallets use for an unknown method. */
const NO_SUCH_METHOD: readonly unknown[] = [-32601, -32001, 4200]

/** The accounts' network: the one the wallet names if an address fits it, else the wanted one, else any that fits. */
function networkOfGrant({ accounts, network }: Grant, wanted: BitcoinNetwork): BitcoinNetwork | undefined {
  const fits = (candidate: BitcoinNetwork) =>
    accounts.some(({ address }) => addressOnNetwork(address, candidate.caipNetworkId))
  return [...(network ? [network] : []), wanted, ...NETWORKS].find(fits)
}

/** Undefined if the wallet has shared no Bitcoin account. */
export function connectionOf(connectorId: string, grant: Grant, wanted: BitcoinNetwork): Connection | undefined {
  const network = networkOfGrant(grant, wanted)
  if (!network) return undefined
  const [first, ...rest] = sortAccounts(grant.accounts, network)
  return first && { connectorId, accounts: [first, ...rest], caipNetworkId: network.caipNetworkId }
}

/**
 * The network to request: the page's, or else the first that the site configured.
 * @throws ModalError `connection.chainsUnsupported` when the wallet serves neither
 */
export function networkFor(wallet: BitcoinWallet, page: Network, first: Network = page): BitcoinNetwork {
  const wanted = [page, first].map((network) => networkOf(network.caipNetworkId))
  const served = wanted.find((network) => network && wallet.serves(network))
  if (!served) throw new ModalError('connection.chainsUnsupported', { details: { network: page.caipNetworkId } })
  return served
}

export const connect = (wallet: BitcoinWallet, wanted: BitcoinNetwork, signal?: AbortSignal): Promise<Connection> =>
  translating(async () => {
    const grant = await unlessAborted(wallet.connect(wanted), signal)
    const connection = connectionOf(wallet.connector.id, grant, wanted)
    if (!connection) throw new Error('the wallet gave no account')
    return connection
  }, CONNECT)

/** Never prompts (chains.md, pitfall 7). Undefined if the wallet is locked, silent or gone. */
export async function restore(wallet: BitcoinWallet, page: Network, first?: Network): Promise<Connection | undefined> {
  try {
    const wanted = networkFor(wallet, page, first)
    const grant = await inTime(wallet.read(wanted), SILENT_WAIT_MS)
    return grant && connectionOf(wallet.connector.id, grant, wanted)
  } catch {
    return undefined
  }
}

/** Does not wait for a silent wallet, because the connection is forgotten in any case. */
export async function disconnect(wallet: BitcoinWallet): Promise<void> {
  try {
    await inTime(wallet.disconnect(), DISCONNECT_WAIT_MS)
  } catch {
    // Not every wallet can disconnect.
  }
}

/** The error for a request of the site that is impossible; the wallet has not been asked. */
export const refusal = (reason: string): ModalError =>
  new ModalError('connection.requestFailed', { details: { reason }, cause: new Error(reason) })

/**
 * @throws ModalError `chain.switchUnavailable`, `chain.unsupported`, `chain.switchDeclined`, `connection.pending`,
 *   `connection.requestFailed`
 */
export async function switchNetwork(wallet: BitcoinWallet, { caipNetworkId }: Network): Promise<BitcoinNetwork> {
  const network = networkOf(caipNetworkId)
  if (!wallet.switchNetwork) {
    throw new ModalError('chain.switchUnavailable', { details: { name: wallet.connector.name } })
  }
  if (!network || !wallet.serves(network)) throw new ModalError('chain.unsupported')
  try {
    await wallet.switchNetwork(network)
    return network
  } catch (error) {
    if (isRejection(error)) throw new ModalError('chain.switchDeclined', { cause: error })
    const isUnsupported = isUnknownChain(error) || NO_SUCH_METHOD.includes(field(error, 'code'))
    if (isUnsupported && !isPending(error)) throw new ModalError('chain.unsupported', { cause: error })
    throw translate(error, REQUEST)
  }
}

import { ModalError, type Network } from '@portico/contracts'
import { isPending, isRejection, isUnknownChain, REQUEST, translate } from '../walletErrors.ts'

/** EIP-3085. Empty fields are omitted, because wallets refuse empty arrays (chains.md, pitfall 6). */
const addChainParameter = (chainId: string, network: Network) => ({
  chainId,
  chainName: network.name,
  nativeCurrency: network.nativeCurrency,
  rpcUrls: network.walletRpcUrls,
  ...(network.blockExplorerUrl && { blockExplorerUrls: [network.blockExplorerUrl] }),
})

function refusal(error: unknown): ModalError {
  if (isRejection(error)) return new ModalError('chain.switchDeclined', { cause: error })
  if (isPending(error)) return new ModalError('connection.pending', { cause: error })
  return translate(error, REQUEST)
}

interface Switching {
  request(method: string, params: unknown): Promise<unknown>
  /** The network's chain id, in hexadecimal. */
  readonly chainId: string
  /** Whether we may ask the wallet to add a network. */
  readonly canAdd: boolean
  /** Called after the wallet has added the network. */
  onAdded?(): Promise<unknown>
}

/**
 * Asks a wallet to switch (EIP-3326), and to add a network that it does not know (EIP-3085).
 * @throws ModalError `chain.switchDeclined`, `chain.unsupported`, `connection.pending`, `connection.requestFailed`
 */
export async function askToSwitch(network: Network, { request, chainId, canAdd, onAdded }: Switching): Promise<void> {
  try {
    await request('wallet_switchEthereumChain', [{ chainId }])
  } catch (error) {
    if (!isUnknownChain(error)) throw refusal(error)
    if (!canAdd) throw new ModalError('chain.unsupported', { cause: error })
    try {
      await request('wallet_addEthereumChain', [addChainParameter(chainId, network)])
      await onAdded?.()
    } catch (failure) {
      if (isRejection(failure) || isPending(failure)) throw refusal(failure)
      throw new ModalError('chain.unsupported', { cause: failure })
    }
  }
}

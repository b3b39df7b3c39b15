import type { Network } from '@portico/contracts'
import { explorerLink } from '@portico/contracts/chains/explorerLink'
import type { ShownNft } from '../../../account/nfts/shownNft.ts'

/** An inscription id: its transaction and its number in it. https://docs.ordinals.com/inscriptions.html */
const INSCRIPTION = /^([0-9a-f]{64})i\d+$/

/**
 * The explorer URL of an NFT: its contract, its mint, or its inscribing transaction.
 * @returns undefined if the site names no explorer
 */
export function nftLink(
  network: Pick<Network, 'blockExplorerUrl' | 'caipNetworkId'>,
  { contract, id }: Pick<ShownNft, 'contract' | 'id'>,
): string | undefined {
  const [family] = network.caipNetworkId.split(':')
  const txid = family === 'bip122' ? INSCRIPTION.exec(id)?.[1] : undefined
  if (txid) return explorerLink(network, 'tx', txid)
  return explorerLink(network, 'address', family === 'solana' ? id : contract)
}

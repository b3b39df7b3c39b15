import type { Network } from '@portico/contracts'
import { explorerLink } from '@portico/contracts/chains/explorerLink'
import type { ShownNft } from '../../../account/nfts/shownNft.ts'

/** An inscription id: a transaction, and the inscription's number in it. https://docs.ordinals.com/inscriptions.html */
const INSCRIPTION = /^([0-9a-f]{64})i\d+$/

/**
 * The explorer URL for an NFT: that of its contract, its mint, or its inscribing transaction.
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

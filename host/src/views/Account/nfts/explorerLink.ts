import type { Network } from '@portico/contracts'
import type { ShownNft } from '../../../account/nfts/shownNft.ts'

/** Of an inscription: the transaction that has made it, then its number in it. https://docs.ordinals.com/inscriptions.html */
const INSCRIPTION = /^([0-9a-f]{64})i\d+$/

/**
 * Where an NFT is shown to everybody: its contract, its mint, or the transaction that has inscribed it. What the explorer's URL
 * asks for stays.
 * @returns undefined where the site names no explorer
 */
export function explorerLink(
  { blockExplorerUrl, caipNetworkId }: Pick<Network, 'blockExplorerUrl' | 'caipNetworkId'>,
  { contract, id }: Pick<ShownNft, 'contract' | 'id'>,
): string | undefined {
  if (!blockExplorerUrl || !URL.canParse(blockExplorerUrl)) return undefined
  const [family] = caipNetworkId.split(':')
  const txid = family === 'bip122' ? INSCRIPTION.exec(id)?.[1] : undefined
  const address = family === 'solana' ? id : contract
  const path = txid ? `tx/${txid}` : `address/${encodeURIComponent(address)}`
  const url = new URL(blockExplorerUrl)
  url.pathname = `${url.pathname.replace(/\/$/, '')}/${path}`
  return url.href
}

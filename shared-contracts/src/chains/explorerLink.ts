import type { Network } from '../network.ts'

/**
 * A link to the block explorer's page for a transaction or an address.
 * @param network a path and a query in its explorer URL are kept: `https://explorer.solana.com?cluster=devnet`
 * @returns undefined when the site has not configured an explorer
 */
export function explorerLink(
  { blockExplorerUrl }: Pick<Network, 'blockExplorerUrl'>,
  kind: 'tx' | 'address',
  id: string,
): string | undefined {
  if (!blockExplorerUrl || !URL.canParse(blockExplorerUrl)) return undefined
  const url = new URL(blockExplorerUrl)
  url.pathname = `${url.pathname.replace(/\/$/, '')}/${kind}/${encodeURIComponent(id)}`
  return url.href
}

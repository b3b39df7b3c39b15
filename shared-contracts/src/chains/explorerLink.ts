import type { Network } from '../network.ts'

/**
 * The page of a block explorer that shows a transaction or an address.
 * @param network its explorer may have a path and a query of its own, which stay: `https://explorer.solana.com?cluster=devnet`
 * @returns undefined where the site names no explorer
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

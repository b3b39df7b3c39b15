import type { Network } from '@portico/contracts'

/** Where a transaction is shown to everybody; undefined where the site names no explorer. What its URL asks for stays. */
export function explorerLink({ blockExplorerUrl }: Network, hash: string): string | undefined {
  if (!blockExplorerUrl || !URL.canParse(blockExplorerUrl)) return undefined
  const url = new URL(blockExplorerUrl)
  url.pathname = `${url.pathname.replace(/\/$/, '')}/tx/${encodeURIComponent(hash)}`
  return url.href
}

/** What the wallet remembers about this site and about chains. It is kept across reloads, as in real wallets. */
export interface WalletMemory {
  /** Whether this site may see the account. */
  isPermitted: boolean
  isLocked: boolean
  accountIndex: number
  chainId: number
  /** The page's initial chain: a page with another initial chain resets the wallet. */
  readonly firstChainId: number
  /** RPC URLs, keyed by chain id. */
  rpcUrls: Record<string, string>
}

export type WalletStorage = Pick<Storage, 'getItem' | 'setItem'>

const STORAGE_KEY = 'dev.portico.wallet'

export function loadMemory(storage: WalletStorage, firstChainId: number): WalletMemory {
  const stored = storage.getItem(STORAGE_KEY)
  const memory = stored ? (JSON.parse(stored) as WalletMemory) : undefined
  if (memory?.firstChainId === firstChainId) return memory
  return { isPermitted: false, isLocked: false, accountIndex: 0, chainId: firstChainId, firstChainId, rpcUrls: {} }
}

export function saveMemory(storage: WalletStorage, memory: WalletMemory) {
  storage.setItem(STORAGE_KEY, JSON.stringify(memory))
}

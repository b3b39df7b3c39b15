/** A wallet's entry in the registry `window.btc_providers` (WBIP-004, sats-connect). */
export interface BtcProviderInfo {
  /** The path of its provider, starting at `window`: `XverseProviders.BitcoinProvider`. */
  readonly id: string
  readonly name: string
  readonly icon: string
  readonly webUrl?: string
  readonly methods?: readonly string[]
}

type Tree = Record<string, unknown>

/**
 * Sets a value at a dotted path below an object.
 * @returns a function that removes the value; intermediate objects stay
 */
export function place(page: object, path: string, value: unknown): () => void {
  const names = path.split('.')
  const last = names.pop() ?? ''
  const parent = names.reduce((tree, name) => {
    tree[name] ??= {}
    return tree[name] as Tree
  }, page as Tree)
  parent[last] = value
  return () => delete parent[last]
}

/** Adds a wallet to the registry, and its provider to the page. Returns a function that removes both. */
export function registerBtcProvider(page: object, info: BtcProviderInfo, provider: unknown): () => void {
  const registered = page as { btc_providers?: BtcProviderInfo[] }
  registered.btc_providers ??= []
  registered.btc_providers.push(info)
  const remove = place(page, info.id, provider)
  return () => {
    remove()
    registered.btc_providers = registered.btc_providers?.filter((other) => other !== info)
  }
}

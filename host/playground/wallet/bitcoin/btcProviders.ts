/** What a wallet says of itself in the registry `window.btc_providers` (WBIP-004, sats-connect). */
export interface BtcProviderInfo {
  /** Where its provider is, from `window` on: `XverseProviders.BitcoinProvider`. */
  readonly id: string
  readonly name: string
  readonly icon: string
  readonly webUrl?: string
  readonly methods?: readonly string[]
}

type Tree = Record<string, unknown>

/**
 * Puts a value at a path of dots below an object.
 * @returns takes it away again; the objects on the way stay
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

/** Shows a wallet in the registry and its provider at its place. Returns the undo. */
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

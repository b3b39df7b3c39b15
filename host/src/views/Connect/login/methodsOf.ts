import { DEFAULT_CONNECT_METHODS_ORDER } from '@portico/contracts'

export type Method = 'email' | 'social' | 'wallet'

interface Situation {
  /** The site's order. Methods that the site omits follow in the default order. */
  readonly order: readonly Method[] | undefined
  /** Whether an installed wallet is listed. */
  readonly hasInstalled: boolean
  readonly isOn: Readonly<Record<Method, boolean>>
}

export interface Block {
  readonly method: Method
  /** Whether a separator, "or", follows (views.md §6.1). */
  readonly hasSeparator: boolean
}

/** The ways to connect in order, an installed wallet first by default (views.md §6.1). */
export function methodsOf({ order, hasInstalled, isOn }: Situation): readonly Block[] {
  const usual: readonly Method[] = hasInstalled ? ['wallet', 'email', 'social'] : DEFAULT_CONNECT_METHODS_ORDER
  const methods = [...new Set([...(order ?? []), ...usual])].filter((method) => isOn[method])
  return methods.map((method, index) => {
    const next = methods[index + 1]
    // Email and social login are two forms of the same way to connect.
    const isSameWay = method !== 'wallet' && next !== 'wallet'
    return { method, hasSeparator: next !== undefined && !isSameWay }
  })
}

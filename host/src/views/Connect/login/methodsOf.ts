import { DEFAULT_CONNECT_METHODS_ORDER } from '@portico/contracts'

export type Method = 'email' | 'social' | 'wallet'

interface Situation {
  /** As the site wants them; methods that it leaves out come after those, in the usual order. */
  readonly order: readonly Method[] | undefined
  /** A wallet of this browser is listed. */
  readonly hasInstalled: boolean
  readonly isOn: Readonly<Record<Method, boolean>>
}

export interface Block {
  readonly method: Method
  /** A line with an "or" comes after it (views.md §6.1). */
  readonly hasSeparator: boolean
}

/** The ways to connect in their order: a wallet that is here comes first (views.md §6.1). */
export function methodsOf({ order, hasInstalled, isOn }: Situation): readonly Block[] {
  const usual: readonly Method[] = hasInstalled ? ['wallet', 'email', 'social'] : DEFAULT_CONNECT_METHODS_ORDER
  const methods = [...new Set([...(order ?? []), ...usual])].filter((method) => isOn[method])
  return methods.map((method, index) => {
    const next = methods[index + 1]
    // An address and accounts elsewhere are one way to connect in two forms.
    const isSameWay = method !== 'wallet' && next !== 'wallet'
    return { method, hasSeparator: next !== undefined && !isSameWay }
  })
}

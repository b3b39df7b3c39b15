/** A provider method, called with its provider as `this`. */
export type Method = (...given: never[]) => unknown

/**
 * Wraps a provider and replaces those of `methods` that it has. Everything else (reads, writes, calls) goes to the
 * original. A new object, because a frozen provider could not be proxied otherwise.
 */
export function withMethods(provider: object, methods: Readonly<Record<string, Method>>): object {
  const bound = new WeakMap<object, Method>()
  /** Stable identity, so that listeners can be removed. */
  function own(method: Method): Method {
    const known = bound.get(method) ?? method.bind(provider)
    bound.set(method, known)
    return known
  }
  return new Proxy(
    {},
    {
      get(_, name) {
        const value: unknown = Reflect.get(provider, name)
        if (typeof value !== 'function') return value
        return typeof name === 'string' && Object.hasOwn(methods, name) ? methods[name] : own(value as Method)
      },
      set: (_, name, value) => Reflect.set(provider, name, value),
      has: (_, name) => Reflect.has(provider, name),
      getPrototypeOf: () => Reflect.getPrototypeOf(provider),
    },
  )
}

/** A provider method; `this` is the provider. */
export type Method = (...given: never[]) => unknown

/**
 * Wraps a provider, replacing the methods that it has in common with `methods`. Everything else (reads, writes, calls)
 * goes to the original. The proxy's target is a new object, because a proxy could not replace methods of a frozen one.
 */
export function withMethods(provider: object, methods: Readonly<Record<string, Method>>): object {
  const bound = new WeakMap<object, Method>()
  /** Returns the same function each time, so that listeners can be removed. */
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

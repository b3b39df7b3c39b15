/** A method of a provider, with the provider that it belongs to. */
export type Method = (...given: never[]) => unknown

/**
 * A provider with some of its methods exchanged, as far as it has them. All else is its own: what is read, set or called.
 * The object is a new one: a provider that was frozen could not be stood in for otherwise.
 */
export function withMethods(provider: object, methods: Readonly<Record<string, Method>>): object {
  const bound = new WeakMap<object, Method>()
  /** The same each time, so that a listener can be taken away again. */
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

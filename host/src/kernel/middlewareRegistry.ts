import type { Dispatch, Middleware, MiddlewareAPI, UnknownAction } from '@reduxjs/toolkit'

type Bound = (next: (action: unknown) => unknown) => (action: unknown) => unknown

/** Middleware that comes and goes: RTK Query apis bring one each. The toolkit's dynamic middleware cannot remove. */
export function createMiddlewareRegistry() {
  const bound = new Map<Middleware, Bound>()
  let api: MiddlewareAPI<Dispatch<UnknownAction>> | undefined

  const middleware: Middleware = (store) => {
    api = store
    return (next) => (action) => {
      let handle = next
      for (const layer of [...bound.values()].reverse()) handle = layer(handle)
      return handle(action)
    }
  }

  return {
    middleware,
    add(added: Middleware): void {
      if (api) bound.set(added, added(api))
    },
    remove(removed: Middleware): void {
      bound.delete(removed)
    },
  }
}

export type MiddlewareRegistry = ReturnType<typeof createMiddlewareRegistry>

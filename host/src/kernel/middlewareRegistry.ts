import type { Dispatch, Middleware, MiddlewareAPI, UnknownAction } from '@reduxjs/toolkit'

type Handle = (action: unknown) => unknown
type Layer = (next: Handle) => Handle

/** A registry that, unlike the toolkit's dynamic middleware, can remove middleware: each RTK Query api brings one. */
export function createMiddlewareRegistry() {
  const layers = new Map<Middleware, Layer>()
  let api: MiddlewareAPI<Dispatch<UnknownAction>> | undefined
  let last: Handle = (action) => action
  let first = last

  const compose = () => {
    first = [...layers.values()].reduceRight((next, layer) => layer(next), last)
  }

  const middleware: Middleware = (store) => {
    api = store
    return (next) => {
      last = next
      compose()
      return (action) => first(action)
    }
  }

  return {
    middleware,
    add(added: Middleware): void {
      if (api) layers.set(added, added(api))
      compose()
    },
    remove(removed: Middleware): void {
      layers.delete(removed)
      compose()
    },
  }
}

export type MiddlewareRegistry = ReturnType<typeof createMiddlewareRegistry>

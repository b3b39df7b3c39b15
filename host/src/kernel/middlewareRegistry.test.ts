import { configureStore, type Middleware, Tuple } from '@reduxjs/toolkit'
import { createMiddlewareRegistry } from './middlewareRegistry.ts'

function storeWith(registry: ReturnType<typeof createMiddlewareRegistry>) {
  return configureStore({
    reducer: (state: string[] = [], action: { type: string }) => (action.type === 'a' ? [...state, 'a'] : state),
    middleware: () => new Tuple(registry.middleware),
  })
}

/** Records actions before and after the reducer. */
const listening =
  (name: string, heard: string[]): Middleware =>
  () =>
  (next) =>
  (action) => {
    heard.push(`${name} before`)
    const result = next(action)
    heard.push(`${name} after`)
    return result
  }

test('a feature receives actions while it is installed', () => {
  const registry = createMiddlewareRegistry()
  const store = storeWith(registry)
  const heard: string[] = []
  const swaps = listening('swaps', heard)
  store.dispatch({ type: 'a' })
  registry.add(swaps)
  store.dispatch({ type: 'a' })
  registry.remove(swaps)
  store.dispatch({ type: 'a' })
  expect(heard).toEqual(['swaps before', 'swaps after'])
  expect(store.getState()).toEqual(['a', 'a', 'a'])
})

test('middleware runs in the order of installation', () => {
  const registry = createMiddlewareRegistry()
  const store = storeWith(registry)
  const heard: string[] = []
  registry.add(listening('swaps', heard))
  registry.add(listening('send', heard))
  store.dispatch({ type: 'a' })
  expect(heard).toEqual(['swaps before', 'send before', 'send after', 'swaps after'])
})

test('a feature may keep an action from the reducer', () => {
  const registry = createMiddlewareRegistry()
  const store = storeWith(registry)
  registry.add(() => () => (action) => action)
  store.dispatch({ type: 'a' })
  expect(store.getState()).toEqual([])
})

test('a feature gets the store of its modal', () => {
  const registry = createMiddlewareRegistry()
  const store = storeWith(registry)
  const seen: unknown[] = []
  registry.add((api) => (next) => (action) => {
    const result = next(action)
    seen.push(api.getState())
    return result
  })
  store.dispatch({ type: 'a' })
  expect(seen).toEqual([['a']])
})

test('removing an unknown middleware removes no other middleware', () => {
  const registry = createMiddlewareRegistry()
  const store = storeWith(registry)
  const heard: string[] = []
  registry.add(listening('swaps', heard))
  registry.remove(listening('send', heard))
  store.dispatch({ type: 'a' })
  expect(heard).toHaveLength(2)
})

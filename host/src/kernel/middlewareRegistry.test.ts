import { configureStore, type Middleware, Tuple } from '@reduxjs/toolkit'
import { createMiddlewareRegistry } from './middlewareRegistry.ts'

function storeWith(registry: ReturnType<typeof createMiddlewareRegistry>) {
  return configureStore({
    reducer: (state: string[] = [], action: { type: string }) => (action.type === 'a' ? [...state, 'a'] : state),
    middleware: () => new Tuple(registry.middleware),
  })
}

/** Writes down what it hears, before and after the reducer. */
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

test('a feature hears actions from when it comes to when it leaves', () => {
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

test('whoever came first hears first', () => {
  const registry = createMiddlewareRegistry()
  const store = storeWith(registry)
  const heard: string[] = []
  registry.add(listening('swaps', heard))
  registry.add(listening('send', heard))
  store.dispatch({ type: 'a' })
  expect(heard).toEqual(['swaps before', 'send before', 'send after', 'swaps after'])
})

test('a feature may hold an action back', () => {
  const registry = createMiddlewareRegistry()
  const store = storeWith(registry)
  registry.add(() => () => (action) => action)
  store.dispatch({ type: 'a' })
  expect(store.getState()).toEqual([])
})

test('a feature is given the store that it hears of', () => {
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

test('removing somebody who is not there takes nobody away', () => {
  const registry = createMiddlewareRegistry()
  const store = storeWith(registry)
  const heard: string[] = []
  registry.add(listening('swaps', heard))
  registry.remove(listening('send', heard))
  store.dispatch({ type: 'a' })
  expect(heard).toHaveLength(2)
})

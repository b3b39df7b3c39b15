import { createSlice } from '@reduxjs/toolkit'
import fc from 'fast-check'
import { createReducerRegistry } from './reducerRegistry.ts'

const counter = (name: string) =>
  createSlice({ name, initialState: { count: 0 }, reducers: { counted: (state) => void state.count++ } })
const host = counter('host')
const swaps = counter('swaps')

const REGISTERED = { type: 'registered' }

test("a feature's state is added and removed together with the feature", () => {
  const registry = createReducerRegistry({ host: host.reducer })
  const before = registry.reducer(undefined, REGISTERED)
  registry.add('swaps', swaps.reducer)
  const during = registry.reducer(before, REGISTERED)
  registry.remove('swaps')
  const after = registry.reducer(during, REGISTERED)
  expect(during).toEqual({ host: { count: 0 }, swaps: { count: 0 } })
  expect(after).toEqual(before)
})

test("the host's state stays the same object while features come and go", () => {
  const registry = createReducerRegistry({ host: host.reducer })
  const before = registry.reducer(undefined, host.actions.counted())
  registry.add('swaps', swaps.reducer)
  const during = registry.reducer(before, REGISTERED)
  registry.remove('swaps')
  expect(registry.reducer(during, REGISTERED).host).toBe(before.host)
})

test('a feature that comes back has its initial state', () => {
  const registry = createReducerRegistry({ host: host.reducer })
  registry.add('swaps', swaps.reducer)
  let state = registry.reducer(registry.reducer(undefined, REGISTERED), swaps.actions.counted())
  expect(state.swaps).toEqual({ count: 1 })
  registry.remove('swaps')
  state = registry.reducer(state, REGISTERED)
  registry.add('swaps', swaps.reducer)
  expect(registry.reducer(state, REGISTERED).swaps).toEqual({ count: 0 })
})

test('after an action without effect, the state is the same object, so that nothing is rendered again', () => {
  const registry = createReducerRegistry({ host: host.reducer })
  const state = registry.reducer(undefined, REGISTERED)
  expect(registry.reducer(state, { type: 'nothing' })).toBe(state)
})

test('two features never share a state key', () => {
  const registry = createReducerRegistry({ host: host.reducer })
  expect(() => registry.add('host', swaps.reducer)).toThrow('state key "host" is taken')
  registry.add('swaps', swaps.reducer)
  expect(() => registry.add('swaps', swaps.reducer)).toThrow('state key "swaps" is taken')
})

test('in whatever order features come and go, the state has exactly the keys of the present ones', () => {
  const key = fc.constantFrom('swaps', 'send', 'receive')
  fc.assert(
    fc.property(fc.array(key, { maxLength: 20 }), (toggles) => {
      const registry = createReducerRegistry({ host: host.reducer })
      const present = new Set<string>()
      let state = registry.reducer(undefined, REGISTERED)
      for (const id of toggles) {
        if (present.delete(id)) registry.remove(id)
        else {
          registry.add(id, counter(id).reducer)
          present.add(id)
        }
        state = registry.reducer(state, REGISTERED)
        expect(Object.keys(state).sort()).toEqual(['host', ...present].sort())
      }
    }),
  )
})

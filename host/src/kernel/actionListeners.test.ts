import { configureStore, createAction, createReducer } from '@reduxjs/toolkit'
import { createActionListeners } from './actionListeners.ts'

const added = createAction<number>('added')
const cleared = createAction('cleared')

function storeOfSums() {
  const reducer = createReducer(0, (build) =>
    build.addCase(added, (sum, { payload }) => sum + payload).addCase(cleared, () => 0),
  )
  const listeners = createActionListeners<number>()
  const store = configureStore({ reducer, middleware: (defaults) => defaults().prepend(listeners.middleware) })
  return { store, ...listeners }
}

test('an effect runs only after its action, and gets the state from before and after the action', () => {
  const { store, startListening } = storeOfSums()
  const seen: number[][] = []
  startListening({
    actionCreator: added,
    effect: ({ payload }, before) => void seen.push([payload, before, store.getState()]),
  })
  store.dispatch(added(2))
  store.dispatch(cleared())
  store.dispatch(added(3))
  expect(seen).toEqual([
    [2, 0, 2],
    [3, 0, 3],
  ])
})

test('a predicate gets the action and the states before and after it; an effect may dispatch', () => {
  const { store, startListening } = storeOfSums()
  startListening({
    predicate: (_, now, before) => now > 5 && before <= 5,
    effect: () => void store.dispatch(cleared()),
  })
  store.dispatch(added(5))
  expect(store.getState()).toBe(5)
  store.dispatch(added(1))
  expect(store.getState()).toBe(0)
})

test('once it is undone, an effect no longer runs', () => {
  const { store, startListening, stopListening } = storeOfSums()
  const heard: string[] = []
  const undo = startListening({ actionCreator: added, effect: () => void heard.push('first') })
  store.dispatch(added(1))
  undo()
  startListening({ actionCreator: added, effect: () => void heard.push('second') })
  store.dispatch(added(1))
  stopListening()
  store.dispatch(added(1))
  expect(heard).toEqual(['first', 'second'])
})

test('an effect that throws or rejects is logged, and stops neither the dispatch nor other effects', async () => {
  const { store, startListening } = storeOfSums()
  const log = jest.spyOn(console, 'error').mockImplementation(() => {})
  const heard: number[] = []
  startListening({
    actionCreator: added,
    effect: () => {
      throw new Error('thrown')
    },
  })
  startListening({ actionCreator: added, effect: () => Promise.reject(new Error('rejected')) })
  startListening({ actionCreator: added, effect: ({ payload }) => void heard.push(payload) })
  expect(store.dispatch(added(1))).toEqual(added(1))
  await Promise.resolve()
  expect(heard).toEqual([1])
  expect(log.mock.calls.map(([, error]) => String(error))).toEqual(['Error: thrown', 'Error: rejected'])
  log.mockRestore()
})

import * as immer from 'immer'
import * as noDrafts from './noDrafts.ts'

/** A slice of a toolkit that uses `noDrafts` instead of immer. */
function slice(drafts: object) {
  jest.resetModules()
  jest.doMock('immer', () => drafts)
  const { createSlice } = require('@reduxjs/toolkit') as typeof import('@reduxjs/toolkit')
  return createSlice({
    name: 'garden',
    initialState: { beds: [{ name: 'peas' }], unchanged: {} } as Garden,
    reducers: {
      planted: (state, { payload }: { payload: object }): Garden => ({ ...state, beds: [...state.beds, payload] }),
      looked: (state): Garden => state as Garden,
      written: (state) => {
        state.beds = []
      },
    },
  })
}

interface Garden {
  readonly beds: readonly object[]
  readonly unchanged: object
}

class Tool {
  uses = 0
}

describe.each([
  ['immer', immer],
  ['its replacement', noDrafts],
])('with %s', (_, drafts) => {
  const { reducer, actions, getInitialState } = slice(drafts)

  test('a new state is deeply frozen, and unchanged parts keep their identity', () => {
    const before = getInitialState()
    const after = reducer(before, actions.planted({ deep: { list: [{}] } }))
    expect(after.beds).toEqual([{ name: 'peas' }, { deep: { list: [{}] } }])
    expect(after.unchanged).toBe(before.unchanged)
    const { deep } = after.beds[1] as { readonly deep: { readonly list: readonly object[] } }
    expect([before, after, after.beds, deep, deep.list, deep.list[0]].every(Object.isFrozen)).toBe(true)
  })

  test('an unchanged state stays the same object', () => {
    const before = getInitialState()
    expect(reducer(before, actions.looked())).toBe(before)
    expect(reducer(before, { type: 'another' })).toBe(before)
  })

  test('only plain objects and arrays are frozen', () => {
    const tool = new Tool()
    reducer(undefined, actions.planted({ tool }))
    expect(Object.isFrozen(tool)).toBe(false)
  })
})

test('a reducer that mutates the state throws', () => {
  const { reducer, actions, getInitialState } = slice(noDrafts)
  expect(() => reducer(getInitialState(), actions.written())).toThrow(TypeError)
})

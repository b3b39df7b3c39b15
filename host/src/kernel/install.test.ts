import { accountConnected, defineRemote, type Remote, selectAccount } from '@portico/contracts'
import { connectionWith, ethereum } from '@portico/contracts/testing'
import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { createApi } from '@reduxjs/toolkit/query/react'
import { createTestStore } from '../../testing/store.ts'
import { connected } from '../connections/connectionsSlice.ts'
import { install, type Kernel } from './install.ts'

const swapsSlice = createSlice({
  name: 'swaps',
  reducerPath: 'swaps',
  initialState: { amount: '' },
  reducers: { amountChanged: (_, { payload }: PayloadAction<string>) => ({ amount: payload }) },
})
const requested = createAction('swaps/asked')

function kernel() {
  const test = createTestStore({ networks: [ethereum] })
  const parts: Kernel = { ...test, commands: test.commands }
  return { ...test, parts, keys: () => Object.keys(test.store.getState()).sort() }
}

const settled = () => new Promise((done) => setTimeout(done))
const add = (parts: Kernel, remote: Remote) => install(parts, 'swaps', defineRemote(remote))

test('a feature adds its state when installed, and removes that state when it leaves', async () => {
  const { parts, store, keys } = kernel()
  const before = store.getState()
  const { uninstall } = add(parts, { state: [swapsSlice] })
  expect(store.getState()).toHaveProperty('swaps', { amount: '' })
  await uninstall()
  expect(store.getState()).toEqual(before)
  expect(keys()).not.toContain('swaps')
})

test("a feature's listeners run only while the feature is installed", async () => {
  const { parts, store } = kernel()
  const heard: string[] = []
  const { uninstall } = add(parts, {
    start: ({ startListening }) => {
      startListening({ actionCreator: requested, effect: ({ type }) => void heard.push(type) })
    },
  })
  store.dispatch(requested())
  await uninstall()
  store.dispatch(requested())
  expect(heard).toEqual([requested.type])
})

test('work in progress ends when its feature leaves', async () => {
  const { parts, store } = kernel()
  const ended: string[] = []
  const { uninstall } = add(parts, {
    start: ({ startListening, signal }) => {
      signal.addEventListener('abort', () => ended.push('signal'))
      startListening({
        actionCreator: requested,
        effect: async (_, { condition }) => {
          await condition(() => false).catch(() => ended.push('wait'))
        },
      })
    },
  })
  store.dispatch(requested())
  await uninstall()
  await settled()
  expect(ended.sort()).toEqual(['signal', 'wait'])
})

test("a feature reads the host's state and receives the host's actions", () => {
  const { parts, store } = kernel()
  const seen: (string | undefined)[] = []
  add(parts, {
    start: ({ startListening }) => {
      startListening({
        actionCreator: accountConnected,
        effect: (_, { getState }) => void seen.push(selectAccount(getState())?.connectorId),
      })
    },
  })
  store.dispatch(connected({ namespace: 'eip155', connection: connectionWith() }))
  const account = selectAccount(store.getState())
  if (account) store.dispatch(accountConnected({ account, isReconnect: false }))
  expect(seen).toEqual(['io.harbor'])
})

test('when a feature leaves, its transactions are canceled, but no others', async () => {
  const { parts, store, commands } = kernel()
  const heard: string[] = []
  commands.pushTransaction({ onSuccess: () => void heard.push('host') })
  const { uninstall } = add(parts, {
    start: ({ commands: own }) => void own.pushTransaction({ onSuccess: () => void heard.push('swaps') }),
  })
  expect(store.getState().router.transactions).toHaveLength(2)
  await uninstall()
  commands.popTransaction('success')
  expect(heard).toEqual(['host'])
})

test('a feature that cannot start leaves nothing behind, and the error names the feature', () => {
  const { parts, store } = kernel()
  const before = store.getState()
  const cause = new Error('not today')
  const heard: string[] = []
  expect(() =>
    add(parts, {
      state: [swapsSlice],
      start({ startListening, commands }) {
        startListening({ actionCreator: requested, effect: () => void heard.push('asked') })
        commands.pushTransaction({})
        throw cause
      },
    }),
  ).toThrow(expect.objectContaining({ message: 'remote "swaps" could not start', cause }))
  store.dispatch(requested())
  expect(heard).toEqual([])
  expect(store.getState()).toEqual(before)
})

test("if a feature's state key is taken, no part of the feature is added", () => {
  const { parts, store } = kernel()
  const before = store.getState()
  const taken = createSlice({ name: 'router', initialState: {}, reducers: {} })
  expect(() => add(parts, { state: [swapsSlice, taken] })).toThrow('state key "router" is taken')
  expect(store.getState()).toEqual(before)
})

test('when a feature leaves, its pending service requests are aborted, and late answers are ignored', async () => {
  const { parts, store } = kernel()
  const before = store.getState()
  let answer: (value: { data: string }) => void = () => {}
  const signals: AbortSignal[] = []
  const api = createApi({
    reducerPath: 'swaps.api',
    baseQuery: (_: string, { signal }) => {
      signals.push(signal)
      return new Promise<{ data: string }>((resolve) => {
        answer = resolve
      })
    },
    endpoints: (build) => ({ quote: build.query<string, void>({ query: () => '' }) }),
  })
  const { uninstall } = add(parts, { state: [api] })
  void store.dispatch(api.endpoints.quote.initiate() as never)
  expect(store.getState()).toHaveProperty(['swaps.api'])
  await uninstall()
  expect(signals.map(({ aborted }) => aborted)).toEqual([true])
  answer({ data: '1.5' })
  await settled()
  expect(store.getState()).toEqual(before)
})

test('after fifty rounds of installing, working and uninstalling, the state is unchanged', async () => {
  const { parts, store } = kernel()
  const before = store.getState()
  for (let round = 0; round < 50; round++) {
    const { uninstall } = add(parts, {
      state: [swapsSlice],
      start: ({ startListening }) => void startListening({ actionCreator: requested, effect: () => {} }),
    })
    store.dispatch(swapsSlice.actions.amountChanged(String(round)))
    store.dispatch(requested())
    await uninstall()
  }
  expect(store.getState()).toEqual(before)
})

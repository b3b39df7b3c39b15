import { type Commands, defineRemote, type Remote, type RemoteStart } from '@portico/contracts'
import { ethereum } from '@portico/contracts/testing'
import { createAction, createSlice, type Middleware, type PayloadAction, type UnknownAction } from '@reduxjs/toolkit'
import { createApi } from '@reduxjs/toolkit/query'
import { install } from '../../host/src/kernel/install.ts'
import { createTestStore } from '../../host/testing/store.ts'

/** A remote that uses every door at once: the kernel must remove everything that it adds for the remote. */

const pressed = createAction('synthetic/pressed')

const slice = createSlice({
  name: 'synthetic',
  initialState: { amount: '' },
  reducers: { amountChanged: (_, { payload }: PayloadAction<string>) => ({ amount: payload }) },
})

/** A service that answers when the test lets it, or never. */
function createService() {
  const waiting: ((data: unknown) => void)[] = []
  const asked: string[] = []
  const api = createApi({
    reducerPath: 'synthetic.api',
    baseQuery: (path: string) => {
      asked.push(path)
      return new Promise<{ data: unknown }>((resolve) => waiting.push((data) => resolve({ data })))
    },
    endpoints: (build) => ({
      quote: build.query<unknown, string>({ query: (path) => path }),
      swap: build.mutation<unknown, string>({ query: (path) => path }),
    }),
  })
  const answer = (data: unknown) => {
    for (const one of waiting.splice(0)) one(data)
  }
  return { api, asked, answer }
}

function setUp() {
  const kernel = createTestStore({ networks: [ethereum] })
  const { api, asked, answer } = createService()
  const seen: string[] = []
  /** The api's own middleware, which also records every action. */
  const middleware: Middleware = (store) => {
    const layer = (api.middleware as Middleware)(store)
    return (next) => {
      const handle = layer(next)
      return (action) => {
        seen.push((action as UnknownAction).type)
        return handle(action)
      }
    }
  }
  const heard: string[] = []
  let given: RemoteStart | undefined
  const remote = defineRemote({
    state: [slice, { ...api, middleware }],
    start(host) {
      given = host
      host.startListening({
        actionCreator: pressed,
        effect: async (_, { condition }) => {
          heard.push('pressed')
          await condition(() => false)
          heard.push('never')
        },
      })
    },
  } as Remote)
  const dispatch = kernel.store.dispatch as (action: unknown) => Promise<unknown> & { abort(): void }
  return { kernel, api, asked, answer, seen, heard, remote, dispatch, host: () => given as RemoteStart }
}

/** Waits until everything under way has happened. */
const settled = () => new Promise((done) => setImmediate(done))

test('fifty rounds with state, queries, listeners and transactions leave nothing behind', async () => {
  const { kernel, api, answer, seen, heard, remote, dispatch, host } = setUp()
  const before = kernel.store.getState()
  const unheard: string[] = []
  for (let round = 0; round < 50; round++) {
    const { commands, uninstall } = install(kernel, 'swaps', remote)
    dispatch(slice.actions.amountChanged(`${round}`))
    const query = dispatch(api.endpoints.quote.initiate('quote', { subscriptionOptions: { pollingInterval: 10 } }))
    const mutation = dispatch(api.endpoints.swap.initiate('swap'))
    dispatch(pressed())
    commands.pushTransaction({ onCancel: () => unheard.push('cancelled') })
    expect(kernel.store.getState()).toMatchObject({ synthetic: { amount: `${round}` } })
    expect(kernel.store.getState().router.transactions).toHaveLength(1)

    await uninstall()
    await Promise.all([query, mutation])
    expect(host().signal.aborted).toBe(true)
    expect(kernel.store.getState()).toEqual(before)
    expect(Object.keys(kernel.store.getState())).toEqual(Object.keys(before))
  }

  // The remote no longer listens, and late responses are dropped.
  seen.length = heard.length = 0
  answer('late')
  dispatch(pressed())
  kernel.commands.popTransaction('cancel')
  await settled()
  expect([seen, heard, unheard]).toEqual([[], [], []])
  expect(kernel.store.getState()).toEqual(before)
})

test('an unanswered query does not prevent a remote from being uninstalled', async () => {
  const { kernel, api, asked, remote, dispatch } = setUp()
  const { uninstall } = install(kernel, 'swaps', remote)
  const query = dispatch(api.endpoints.quote.initiate('quote'))
  const mutation = dispatch(api.endpoints.swap.initiate('swap'))
  expect(asked).toEqual(['quote', 'swap'])
  await uninstall()
  expect(await query).toMatchObject({ isError: true })
  expect(await mutation).toHaveProperty('error')
})

test('polling stops when the remote is uninstalled', async () => {
  const { kernel, api, asked, answer, remote, dispatch } = setUp()
  const { uninstall } = install(kernel, 'swaps', remote)
  dispatch(api.endpoints.quote.initiate('quote', { subscriptionOptions: { pollingInterval: 1 } }))
  while (asked.length < 3) {
    answer('price')
    await settled()
  }
  await uninstall()
  const before = asked.length
  answer('price')
  // Waits five intervals without a timer.
  const until = performance.now() + 5
  while (performance.now() < until) await settled()
  expect(asked.length).toBe(before)
})

describe('a remote that cannot be installed leaves nothing', () => {
  const other = createSlice({ name: 'other', initialState: {}, reducers: {} })

  test.each([
    ['a state key of the host', createSlice({ name: 'router', initialState: {}, reducers: {} })],
    ['one of its own state keys, used twice', other],
  ])('%s is taken', async (_, taken) => {
    const { kernel, api } = setUp()
    const before = kernel.store.getState()
    const remote = { state: [other, api, taken] } as Remote
    expect(() => install(kernel, 'swaps', remote)).toThrow('is taken')
    expect(kernel.store.getState()).toEqual(before)
    // The keys that the failed remote took first are free again.
    await install(kernel, 'swaps', { state: [other, api] } as Remote).uninstall()
    expect(kernel.store.getState()).toEqual(before)
  })

  test('a state key of another remote is taken, and that remote keeps its state', () => {
    const { kernel, remote, dispatch } = setUp()
    install(kernel, 'swaps', remote)
    dispatch(slice.actions.amountChanged('7'))
    const before = kernel.store.getState()
    expect(() => install(kernel, 'send', { state: [other, slice] } as Remote)).toThrow('state key "synthetic" is taken')
    expect(kernel.store.getState()).toEqual(before)
    dispatch(slice.actions.amountChanged('8'))
    expect(kernel.store.getState()).toMatchObject({ synthetic: { amount: '8' } })
  })

  test('its start fails halfway', () => {
    const { kernel, api, heard } = setUp()
    const before = kernel.store.getState()
    let used: Commands | undefined
    const remote = {
      state: [slice, api],
      start({ startListening, commands }: RemoteStart) {
        used = commands
        startListening({ actionCreator: pressed, effect: () => void heard.push('pressed') })
        commands.pushTransaction({})
        throw new Error('not today')
      },
    } as Remote
    expect(() => install(kernel, 'swaps', remote)).toThrow('remote "swaps" could not start')
    expect(used).toBeDefined()
    kernel.store.dispatch(pressed())
    expect(heard).toEqual([])
    expect(kernel.store.getState()).toEqual(before)
  })
})

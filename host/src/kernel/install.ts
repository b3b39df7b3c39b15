import type { Commands, Remote, RemoteId, StateModule, TransactionCallbacks } from '@portico/contracts'
import type { ListenerEffectAPI, TypedStartListening } from '@reduxjs/toolkit'
import type { HostCommands } from '../router/createCommands.ts'
import type { RootState, ShellDispatch, ShellStore } from '../store.ts'
import type { MiddlewareRegistry } from './middlewareRegistry.ts'
import type { ReducerRegistry } from './reducerRegistry.ts'

/** What a feature is added to. */
export interface Kernel {
  readonly store: ShellStore
  readonly reducers: ReducerRegistry
  readonly middlewares: MiddlewareRegistry
  readonly startListening: TypedStartListening<RootState, ShellDispatch>
  readonly commands: HostCommands
}

export type ListenerApi = ListenerEffectAPI<RootState, ShellDispatch>

/** Makes the store notice that reducers have come or gone. */
const REGISTERED = { type: 'portico/stateRegistered' }

function addModules({ store, reducers, middlewares }: Kernel, modules: readonly StateModule[]): void {
  for (const { reducerPath, reducer, middleware } of modules) {
    reducers.add(reducerPath, reducer)
    if (middleware) middlewares.add(middleware)
  }
  store.dispatch(REGISTERED)
}

function removeModules({ store, reducers, middlewares }: Kernel, modules: readonly StateModule[]): void {
  for (const { reducerPath, middleware } of modules) {
    reducers.remove(reducerPath)
    if (middleware) middlewares.remove(middleware)
  }
  store.dispatch(REGISTERED)
}

/** Answers in flight need their reducer: wait for them, then let the api stop its timers. */
async function settle({ store }: Kernel, { util }: StateModule): Promise<void> {
  if (!util) return
  const running = [util.getRunningQueriesThunk(), util.getRunningMutationsThunk()]
  const requests = running.flatMap((thunk) => store.dispatch(thunk as Parameters<ShellDispatch>[0]) as unknown[])
  await Promise.allSettled(requests)
  store.dispatch(util.resetApiState())
}

/** The commands of one remote: the transactions that it starts are cancelled when it leaves. */
function commandsOf(commands: HostCommands, transactions: Set<() => void>): Commands {
  return {
    ...commands,
    pushTransaction(callbacks: TransactionCallbacks) {
      const undo = commands.pushTransaction(callbacks)
      transactions.add(undo)
      return () => {
        transactions.delete(undo)
        undo()
      }
    },
  }
}

/** Adds everything that a remote declares; the returned function takes exactly that away again. */
export function install(kernel: Kernel, id: RemoteId, remote: Remote): () => Promise<void> {
  const life = new AbortController()
  const transactions = new Set<() => void>()
  const modules = remote.state ?? []
  const stopListening: (() => void)[] = []
  const startListening = ((options: Parameters<typeof kernel.startListening>[0]) => {
    const stop = kernel.startListening(options)
    stopListening.push(() => stop({ cancelActive: true }))
    return stop
  }) as TypedStartListening<RootState, ShellDispatch>

  const leave = () => {
    life.abort()
    for (const stop of stopListening.splice(0)) stop()
    for (const undo of transactions) undo()
    transactions.clear()
  }

  addModules(kernel, modules)
  try {
    remote.start?.({
      startListening: startListening as never,
      commands: commandsOf(kernel.commands, transactions),
      dispatch: kernel.store.dispatch,
      signal: life.signal,
    })
  } catch (error) {
    leave()
    removeModules(kernel, modules)
    throw new Error(`remote "${id}" could not start`, { cause: error })
  }

  return async () => {
    leave()
    await Promise.all(modules.map((module) => settle(kernel, module)))
    removeModules(kernel, modules)
  }
}

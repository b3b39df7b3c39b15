import type { Commands, HostState, Remote, RemoteId, StateModule, TransactionCallbacks } from '@portico/contracts'
import { createListenerMiddleware } from '@reduxjs/toolkit'
import type { HostCommands } from '../router/createCommands.ts'
import type { RootState, ShellDispatch, ShellStore } from '../store.ts'
import type { StartListening } from './actionListeners.ts'
import type { MiddlewareRegistry } from './middlewareRegistry.ts'
import type { ReducerRegistry } from './reducerRegistry.ts'

/** The modal that features are added to. */
export interface Kernel {
  readonly store: ShellStore
  readonly reducers: ReducerRegistry
  readonly middlewares: MiddlewareRegistry
  readonly startListening: StartListening<RootState>
  readonly commands: HostCommands
}

/** An installed remote. */
export interface Installed {
  /** Commands for the remote's own code. Whatever is started through them ends when the remote leaves. */
  readonly commands: Commands
  /** Removes exactly what was added by the installation. */
  uninstall(): Promise<void>
}

/** Makes the store notice that reducers were added or removed. */
const REGISTERED = { type: 'portico/stateRegistered' }

/** Adds either all modules or none. Returns a function that removes them. @throws Error when a state key is taken */
function addModules({ store, reducers, middlewares }: Kernel, modules: readonly StateModule[]): () => void {
  const undo: (() => void)[] = []
  const remove = () => {
    for (const one of undo.splice(0).reverse()) one()
    store.dispatch(REGISTERED)
  }
  try {
    for (const { reducerPath, reducer, middleware } of modules) {
      reducers.add(reducerPath, reducer)
      undo.push(() => reducers.remove(reducerPath))
      if (!middleware) continue
      middlewares.add(middleware)
      undo.push(() => middlewares.remove(middleware))
    }
  } catch (error) {
    remove()
    throw error
  }
  store.dispatch(REGISTERED)
  return remove
}

/** Aborts an api's pending requests, because their responses need a reducer; then the api stops its timers. */
async function settle({ store }: Kernel, { util }: StateModule): Promise<void> {
  if (!util) return
  const running = [util.getRunningQueriesThunk(), util.getRunningMutationsThunk()].flatMap(
    (thunk) => store.dispatch(thunk as Parameters<ShellDispatch>[0]) as (Promise<unknown> & { abort(): void })[],
  )
  for (const request of running) request.abort()
  await Promise.allSettled(running)
  store.dispatch(util.resetApiState())
}

/** The commands for one remote. Transactions that it starts are canceled when it leaves. */
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

/** Adds everything that a remote declares. @throws Error when the remote cannot start; then nothing is left behind */
export function install(kernel: Kernel, id: RemoteId, remote: Remote): Installed {
  const life = new AbortController()
  const transactions = new Set<() => void>()
  const modules = remote.state ?? []
  const listeners = createListenerMiddleware<HostState>({ onError: (error) => console.error('[portico]', error) })
  const commands = commandsOf(kernel.commands, transactions)

  const leave = () => {
    life.abort()
    listeners.clearListeners()
    kernel.middlewares.remove(listeners.middleware)
    for (const undo of transactions) undo()
    transactions.clear()
  }

  const removeModules = addModules(kernel, modules)
  try {
    if (remote.start) kernel.middlewares.add(listeners.middleware)
    remote.start?.({
      startListening: listeners.startListening,
      commands,
      dispatch: kernel.store.dispatch,
      signal: life.signal,
    })
  } catch (error) {
    leave()
    removeModules()
    throw new Error(`remote "${id}" could not start`, { cause: error })
  }

  return {
    commands,
    async uninstall() {
      leave()
      await Promise.all(modules.map((module) => settle(kernel, module)))
      removeModules()
    },
  }
}

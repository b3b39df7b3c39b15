import { type Account, accountKey, type ErrorCode, serializeError } from '@portico/contracts'
import type { Thunk } from '../connections/situation.ts'
import type { HostServices } from '../hostServices.ts'
import type { RootState } from '../store.ts'
import type { Cache, CacheState } from './cache.ts'

interface Loading<N extends string, T, Request> {
  readonly cache: Cache<N, T>
  /** How long a response stays fresh (rules.md §9). */
  readonly lifetimeMs: number
  /** Minimum wait before an automatic retry after a failure. */
  readonly retryMs: number
  /** The code for errors that are not a `ModalError`. */
  readonly failure: ErrorCode
  readonly ask: (request: Request, services: HostServices, state: RootState) => Promise<T>
}

/** Updates a cache and never rejects; concurrent calls share one request. `isForced` renews even a fresh entry. */
export function loadCached<N extends string, T, Request extends { readonly account: Account }>({
  cache,
  lifetimeMs,
  retryMs,
  failure,
  ask,
}: Loading<N, T, Request>): (request: Request, isForced?: boolean) => Thunk<void> {
  /** The requests in flight of one modal, keyed by `accountKey`. */
  type Running = Map<string, { readonly serial: number; readonly end: Promise<void> }>
  const running = new WeakMap<HostServices, Running>()

  return (request, isForced = false) =>
    async (dispatch, getState, services) => {
      const key = accountKey(request.account)
      const entryNow = () =>
        cache.select(getState() as unknown as { readonly [K in N]: CacheState<T> }, request.account)
      const known = entryNow()
      const isYoung = (since: number | undefined, ms: number) => since !== undefined && Date.now() - since < ms
      const mine: Running = running.get(services) ?? new Map()
      running.set(services, mine)
      const onItsWay = mine.get(key)
      // A request that is pending for longer than a response would stay fresh counts as lost.
      if (known?.isLoading && onItsWay?.serial === known.serial && isYoung(known.requestedAt, lifetimeMs)) {
        return onItsWay.end
      }
      if (!isForced && (isYoung(known?.at, lifetimeMs) || isYoung(known?.failedAt, retryMs))) return

      dispatch(cache.requested({ key, at: Date.now() }))
      const serial = entryNow()?.serial ?? 0
      const asking = async () => ask(request, services, getState())
      const end = asking()
        .then(
          (value) => void dispatch(cache.ended({ key, serial, at: Date.now(), value })),
          (error: unknown) =>
            void dispatch(cache.ended({ key, serial, at: Date.now(), error: serializeError(error, failure) })),
        )
        .finally(() => mine.get(key)?.serial === serial && mine.delete(key))
      mine.set(key, { serial, end })
      return end
    }
}

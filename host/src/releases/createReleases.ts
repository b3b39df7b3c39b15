import { ModalError, serializeError } from '@portico/contracts'
import type { ReleaseIndex } from '@portico/contracts/services/releaseIndex'
import type { Remotes } from '../kernel/createRemotes.ts'
import { planRemotes } from '../kernel/planRemotes.ts'
import { releaseFailed } from '../kernel/remotesSlice.ts'
import { type LoaderContext, requestIndex } from '../loader/protocol.ts'
import { isWanted } from '../project/features.ts'
import type { Storage } from '../storage.ts'
import type { ShellStore } from '../store.ts'
import { currentIndex } from './currentIndex.ts'

export interface Releases {
  /** Takes an index that is on its way, or asks for it again; settles when what it says has been carried out. */
  refresh(request?: Promise<Response>): Promise<void>
  dispose(): void
}

/** This browser's place in a rollout, from 0 to 99: the same at every visit. */
function bucketOf(storage: Storage): number {
  const known = Number(storage.read('rolloutBucket')?.bucket)
  if (Number.isInteger(known) && known >= 0 && known < 100) return known
  const bucket = (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % 100
  storage.write('rolloutBucket', { bucket: String(bucket) })
  return bucket
}

/** Brings project configuration and signed index together: what the one wants on, the other says where to find. */
export function createReleases(
  { store, storage, remotes }: { store: ShellStore; storage: Storage; remotes: Remotes },
  { host, keys }: Pick<LoaderContext, 'host' | 'keys'>,
): Releases {
  const told = new Set<string>()
  let index: ReleaseIndex | undefined
  let applied: object | undefined

  function warnOnce(names: readonly string[]): void {
    const news = names.filter((name) => !told.has(name))
    for (const name of news) told.add(name)
    if (!news.length) return
    console.warn('[portico]', new ModalError('config.unknown', { details: { names: news.join(', ') } }).message)
  }

  async function carryOut(): Promise<void> {
    const { features, switches, source } = store.getState().project
    if (!index || source === 'none') return
    const plan = planRemotes((id) => isWanted(features, id), index, switches, bucketOf(storage))
    warnOnce([...plan.values()].flatMap((choice) => (choice.kind === 'unknown' ? [choice.what] : [])))
    await remotes.reconcile(plan)
  }

  const unsubscribe = store.subscribe(() => {
    const { project } = store.getState()
    if (project === applied) return
    applied = project
    carryOut().catch((error) => console.error('[portico]', error))
  })

  return {
    async refresh(request = requestIndex(host)) {
      try {
        index = await currentIndex(request, host, keys, index)
        if (store.getState().remotes.failure) store.dispatch(releaseFailed(null))
      } catch (error) {
        console.error('[portico]', error)
        // What has verified before in this page goes on; only without it there is something to say.
        if (!index) store.dispatch(releaseFailed(serializeError(error, 'release.invalid')))
      }
      await carryOut()
    },
    dispose: unsubscribe,
  }
}

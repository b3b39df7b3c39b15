import type { ActingCommands } from '@portico/contracts'
import type { ActingSetup } from './setup.ts'

/**
 * The door to acting on accounts. Its code is a file of its own, fetched by the first who comes in.
 * @param setup asked for then: by that time every part of the modal is there
 */
export function createActingDoor(
  setup: () => ActingSetup,
  loadChunk: <T>(load: () => Promise<T>) => Promise<T>,
): () => Promise<ActingCommands> {
  let coming: Promise<ActingCommands> | undefined
  return () => {
    const code = () => import(/* webpackChunkName: "acting" */ './client.ts')
    coming ??= loadChunk(code).then(({ createActing }) => createActing(setup()))
    coming.catch(() => {
      coming = undefined // the next one who asks tries again
    })
    return coming
  }
}

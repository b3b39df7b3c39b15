import type { ActingCommands } from '@portico/contracts'
import { onceLoaded } from '@portico/contracts/onceLoaded'
import type { ActingSetup } from './client.ts'

/**
 * The entry to everything that acts on accounts. Its code is a separate chunk, loaded at first use.
 * @param setup called once the chunk has loaded, when every part of the modal exists
 */
export const createActingDoor = (
  setup: () => ActingSetup,
  loadChunk: <T>(load: () => Promise<T>) => Promise<T>,
): (() => Promise<ActingCommands>) =>
  onceLoaded(async () => {
    const { createActing } = await loadChunk(() => import(/* webpackChunkName: "acting" */ './client.ts'))
    return createActing(setup())
  })

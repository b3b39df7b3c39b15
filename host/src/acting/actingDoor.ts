import type { ActingCommands } from '@portico/contracts'
import { onceLoaded } from '@portico/contracts/onceLoaded'
import type { ActingSetup } from './setup.ts'

/**
 * The door to acting on accounts. Its code is a file of its own, loaded at the first use.
 * @param setup asked for then: by that time every part of the modal is there
 */
export const createActingDoor = (
  setup: () => ActingSetup,
  loadChunk: <T>(load: () => Promise<T>) => Promise<T>,
): (() => Promise<ActingCommands>) =>
  onceLoaded(async () => {
    const { createActing } = await loadChunk(() => import(/* webpackChunkName: "acting" */ './client.ts'))
    return createActing(setup())
  })

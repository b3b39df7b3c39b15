/** The code that only features need, as a chunk with this name. */
export { loadRemoteCode, loadRemoteMessages } from '../kernel/loadRemoteCode.ts'
export { loadDeferredReleases } from './loadDeferred.ts'
export { createRecovery } from './recovery.ts'

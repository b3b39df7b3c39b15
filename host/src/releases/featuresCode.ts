/** The code that only features need, as a chunk with this name. */
export { allowDeveloper, loadRemoteCode, loadRemoteMessages } from '../kernel/loadRemoteCode.ts'
export { checkTimestamp } from './checkTimestamp.ts'
export { loadDeferredReleases } from './loadDeferred.ts'
export { createRecovery } from './recovery.ts'

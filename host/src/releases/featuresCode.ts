/** The code for features only, as a chunk of that name. */
export { loadRemoteCode, loadRemoteMessages } from '../kernel/loadRemoteCode.ts'
export { loadDeferredReleases } from './loadDeferred.ts'

/** The code for features only, as a chunk of that name. */
export { loadRemoteCode, loadRemoteMessages } from '../kernel/loadRemoteCode.ts'
export { loadLaterReleases } from './loadLater.ts'

/** What only features need: the chunk of that name. */
export { loadRemoteCode, loadRemoteMessages } from '../kernel/loadRemoteCode.ts'
export { loadLaterReleases } from './loadLater.ts'

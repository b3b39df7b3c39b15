import { whenPainted } from '../async/idle.ts'
import type { RemoteCode } from '../kernel/createRemotes.ts'
import { loadPinned } from '../kernel/loadPinned.ts'
import type { Releases } from './createReleases.ts'
import type { Reader } from './currentIndex.ts'

/** Loads the code for remotes and for the rest of the release index. @throws ModalError as a rejection: `remote.*` */
export const featuresCode = () => loadPinned(() => import(/* webpackChunkName: "features" */ './featuresCode.ts'))

/** Loads code and texts of remotes from a host, for the kernel. */
export const remoteCode = (reader: Reader, locale: string, current: Releases['index']): RemoteCode => ({
  async load(id, version, release, view) {
    const { checkTimestamp, loadRemoteCode } = await featuresCode()
    const index = current()
    if (index) await checkTimestamp(index, reader)
    return loadRemoteCode(id, version, release, { host: reader.host, index }, view)
  },
  async messages(release) {
    if (locale === 'en') return {}
    await new Promise<void>(whenPainted)
    return featuresCode()
      .then(({ loadRemoteMessages }) => loadRemoteMessages(release, reader.host, locale))
      .catch(() => ({}))
  },
})

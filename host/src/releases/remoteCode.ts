import { whenPainted } from '../async/idle.ts'
import type { RemoteCode } from '../kernel/createRemotes.ts'
import { loadPinned } from '../kernel/loadPinned.ts'
import type { Releases } from './createReleases.ts'

/** Loads the code for remotes and for the rest of the release index. @throws ModalError as a rejection: `remote.*` */
export const featuresCode = () => loadPinned(() => import(/* webpackChunkName: "features" */ './featuresCode.ts'))

/** Loads code and texts of remotes from a host, for the kernel. */
export const remoteCode = (host: string, locale: string, index: Releases['index']): RemoteCode => ({
  load: async (id, version, release, view) =>
    (await featuresCode()).loadRemoteCode(id, version, release, { host, index: index() }, view),
  async messages(release) {
    if (locale === 'en') return {}
    await new Promise<void>(whenPainted)
    return featuresCode()
      .then(({ loadRemoteMessages }) => loadRemoteMessages(release, host, locale))
      .catch(() => ({}))
  },
})

import { loadPinned } from '../kernel/loadPinned.ts'

/** The code that loads remotes and the rest of the release index. @throws ModalError as a rejection: `remote.*` */
export const featuresCode = () => loadPinned(() => import(/* webpackChunkName: "features" */ './featuresCode.ts'))

import { loadPinned } from '../kernel/loadPinned.ts'

/** Loads the code for remotes and for the rest of the release index. @throws ModalError as a rejection: `remote.*` */
export const featuresCode = () => loadPinned(() => import(/* webpackChunkName: "features" */ './featuresCode.ts'))

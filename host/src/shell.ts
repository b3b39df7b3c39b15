import { createModal } from './createModal.ts'
import { SCRIPT_ARRIVAL, type Shell } from './loader/protocol.ts'

/** The shell, left for the waiting loader: the pinned script's only trace in the page. */
const shell: Shell = { version: __SHELL_VERSION__, mount: createModal }
Object.assign(globalThis, { [SCRIPT_ARRIVAL]: shell })

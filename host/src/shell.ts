import { createModal } from './createModal.ts'
import { SCRIPT_ARRIVAL, type Shell } from './loader/protocol.ts'

/** The pinned script's only trace in the page: the shell, left for the waiting loader. */
const shell: Shell = { version: __SHELL_VERSION__, mount: createModal }
Object.assign(globalThis, { [SCRIPT_ARRIVAL]: shell })

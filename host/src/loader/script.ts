import type { PorticoOptions } from '../options/types.ts'
import type { PorticoModal } from '../site/publicApi.ts'
import { createModal as create } from './createModal.ts'
import { hostOf } from './hostOf.ts'
import { own } from './platform.ts'

/** Read while the script runs, because `currentScript` is null later. A server has no document. */
const host = hostOf(globalThis.document && (own('currentScript') as HTMLScriptElement | null)?.src)
const createModal = (options: PorticoOptions): PorticoModal => create(options, host)

/** The global of the classic script: `Portico.createModal(options)`. */
const page = globalThis as { Portico?: { createModal: typeof createModal } }
page.Portico = { createModal }

import type { PorticoOptions } from '../options/types.ts'
import type { PorticoModal } from '../publicApi.ts'
import { createModal as create } from './createModal.ts'
import { hostOf } from './hostOf.ts'

/** Read while the script runs: later `currentScript` is empty. */
const script = typeof document === 'undefined' ? null : (document.currentScript as HTMLScriptElement | null)

/** The classic script's global: `Portico.createModal(options)`. */
Object.assign(globalThis, {
  Portico: { createModal: (options: PorticoOptions): PorticoModal => create(options, hostOf(script?.src)) },
})

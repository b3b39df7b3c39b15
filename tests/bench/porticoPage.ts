/** Portico as a site embeds it: the loader's script and this one. `?prefetch=` is its option of that name. */
import { defaultOptions } from '../../host/playground/page/options.ts'
import { readSettings } from '../../host/playground/page/settings.ts'
import type { PorticoOptions } from '../../host/src/options/types.ts'

const prefetch = new URLSearchParams(location.search).get('prefetch') as PorticoOptions['prefetch']
window.Portico?.createModal({ ...defaultOptions(readSettings(), location.origin), ...(prefetch && { prefetch }) })

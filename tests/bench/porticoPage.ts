/** Portico as a site embeds it: the loader's script and this one. `?prefetch=` and `?locale=` set those options. */
import { defaultOptions } from '../../host/playground/page/options.ts'
import { readSettings } from '../../host/playground/page/settings.ts'
import type { PorticoOptions } from '../../host/src/options/types.ts'

const query = new URLSearchParams(location.search)
const prefetch = query.get('prefetch') as PorticoOptions['prefetch']
const locale = query.get('locale')
window.Portico?.createModal({
  ...defaultOptions(readSettings(), location.origin),
  ...(prefetch && { prefetch }),
  ...(locale && { locale }),
})

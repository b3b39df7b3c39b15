/**
 * The phone: a pairing wallet with public test keys, as a page of the local stack. `?uri=` (also `/wc?uri=`, where deep
 * links lead) pairs at once; `keep=1` lets it remember everything over a reload. It is `window.phone` for tests.
 */
import { createPhone, type Phone } from './phone.ts'
import { drawScreen } from './screen/drawScreen.ts'
import { readSettings } from './settings.ts'
import { createStorage } from './storage.ts'

declare global {
  interface Window {
    phone: Phone
  }
}

const query = new URLSearchParams(location.search)
const kept = query.get('keep') === '1' ? localStorage : undefined
const phone = createPhone({ settings: readSettings(), storage: createStorage(kept), url: location.origin })
window.phone = phone

const { showPairing } = drawScreen(document.body, phone)

const uri = query.get('uri')
if (uri) {
  // Telegram on Android takes one encoding away, so that sites put in two.
  showPairing(phone.pair(uri.startsWith('wc%3A') ? decodeURIComponent(uri) : uri))
  // A link works once: a reload should not try it again.
  query.delete('uri')
  history.replaceState(null, '', `/${query.size > 0 ? `?${query}` : ''}`)
}

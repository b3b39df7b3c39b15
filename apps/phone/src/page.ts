/**
 * The phone: a pairing wallet with public test keys, as a page of the local stack. `?uri=` (also `/wc?uri=`, the deep
 * link path) pairs at once; `keep=1` keeps its state across reloads. Tests use it as `window.phone`.
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
  // Telegram on Android removes one level of encoding, so sites encode twice.
  showPairing(phone.pair(uri.startsWith('wc%3A') ? decodeURIComponent(uri) : uri))
  // A link works once, so a reload must not try it again.
  query.delete('uri')
  history.replaceState(null, '', `/${query.size > 0 ? `?${query}` : ''}`)
}

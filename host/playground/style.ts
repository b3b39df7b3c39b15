/**
 * Adopts the page's style sheets instead of linking them, so that `style-src 'none'` can be tested. Runs in the head,
 * before the first paint.
 */
import hostile from './page/hostile.css'
import shop from './page/shop.css'

const isHostile = new URLSearchParams(location.search).get('hostile') === '1'
document.adoptedStyleSheets = isHostile ? [shop, hostile] : [shop]

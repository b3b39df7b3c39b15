/**
 * The page's style sheets, adopted instead of linked, so that `style-src 'none'` can be tried. Runs in the head: nothing
 * is painted before it.
 */
import hostile from './page/hostile.css'
import shop from './page/shop.css'

const isHostile = new URLSearchParams(location.search).get('hostile') === '1'
document.adoptedStyleSheets = isHostile ? [shop, hostile] : [shop]

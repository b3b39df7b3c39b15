/** Adopts the page's styles in the head, so that `style-src 'none'` can be tested and the first paint is styled. */
import hostile from './page/hostile.css'
import shop from './page/shop.css'

const isHostile = new URLSearchParams(location.search).get('hostile') === '1'
document.adoptedStyleSheets = isHostile ? [shop, hostile] : [shop]

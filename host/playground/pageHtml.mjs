const FAVICON =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"%3E%3Cpath fill="%23274d3d" d="M2 15V8a6 6 0 0 1 12 0v7h-3V8a3 3 0 0 0-6 0v7z"/%3E%3C/svg%3E'

const RIGHT_TO_LEFT = 'rtl'

/**
 * @typedef {object} PageScript
 * @property {string} url
 * @property {string} [integrity] unknown when there is no such file
 * @property {boolean} [isEarly] runs before the page is parsed, not after
 */

const escapeHtml = (/** @type {string} */ text) =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)

/** @param {PageScript} script */
const scriptTag = ({ url, integrity, isEarly }) =>
  `<script src="${escapeHtml(url)}" crossorigin${integrity ? ` integrity="${integrity}"` : ''}${isEarly ? '' : ' defer'}></script>`

/**
 * The shop's page. It has no inline code or styles, so that every policy can be tested on it.
 * @param {{ query: URLSearchParams, settings: object, scripts: readonly PageScript[] }} parts
 */
export function pageHtml({ query, settings, scripts }) {
  const language = query.get('locale') || 'en'
  const direction = query.get('dir') === RIGHT_TO_LEFT ? ' dir="rtl"' : ''
  const embedded =
    query.get('embed') === '1'
      ? '<section class="panel" data-testid="embed"><portico-modal></portico-modal></section>'
      : ''
  const second =
    query.get('modals') === '2'
      ? '<button type="button" data-portico data-portico-key="second" data-testid="second-connect-button">Second modal</button>'
      : ''

  return `<!doctype html>
<html lang="${escapeHtml(language)}"${direction}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Fern &amp; Fable</title>
<link rel="icon" href='${FAVICON}'>
<script type="application/json" id="settings">${JSON.stringify(settings).replaceAll('<', '\\u003c')}</script>
${scripts.map(scriptTag).join('\n')}
</head>
<body>
<div class="page">
  <header class="top">
    <span class="name">Fern &amp; Fable</span>
    <a href="#account" data-portico="Account">Account</a>
    <a href="#networks" data-portico="Networks">Networks</a>
    <button type="button" data-portico data-testid="connect-button">Connect wallet</button>
    ${second}
  </header>
  <main>
    <section class="welcome">
      <h1>Small things that grow slowly</h1>
      <p>Plants, pots and evening lights from a shop that does not exist. It is here so that a wallet modal has somewhere to open.</p>
    </section>
    <ul class="goods">
      <li class="good"><div class="picture moss"></div><h2>Cushion moss</h2><p>12 USDC</p></li>
      <li class="good"><div class="picture clay"></div><h2>Clay bowl</h2><p>34 USDC</p></li>
      <li class="good"><div class="picture dusk"></div><h2>Dusk lantern</h2><p>58 USDC</p></li>
    </ul>
    <p class="error" role="alert" data-testid="page-error" hidden></p>
    <div class="panels">
      <section class="panel">
        <h2>Your wallet</h2>
        <dl class="readings">
          <dt>Status</dt><dd data-testid="w3m-status">–</dd>
          <dt>Address</dt><dd data-testid="w3m-address">–</dd>
          <dt>CAIP address</dt><dd data-testid="w3m-caip-address">–</dd>
          <dt>Chain id</dt><dd data-testid="w3m-chain-id">–</dd>
          <dt>Modal</dt><dd data-testid="w3m-open">–</dd>
        </dl>
      </section>
      <section class="panel">
        <h2>Try it</h2>
        <div class="actions">
          <button type="button" class="quiet" data-testid="sign-message-button">Sign message</button>
          <button type="button" class="quiet" data-testid="disconnect-button">Disconnect</button>
          <button type="button" class="quiet" data-testid="theme-button">Dark or light</button>
        </div>
        <div class="actions" data-testid="network-buttons"></div>
        <code class="signature" data-testid="signature"></code>
      </section>
      ${embedded}
    </div>
  </main>
</div>
</body>
</html>
`
}

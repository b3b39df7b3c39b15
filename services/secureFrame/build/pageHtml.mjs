import { createHash } from 'node:crypto'

/**
 * @typedef {{ url: string, integrity: string }} Pinned
 * @typedef {Record<string, string>} Texts
 */

/** @param {string} text */
const escaped = (text) => text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`)

/** @param {Texts} texts @param {string} page @param {string} content */
const card = (texts, page, content) =>
  `<main class="pages-card"><h1 class="pages-title">${escaped(texts[`${page}.title`] ?? '')}</h1>${content}</main>`

/** @param {string} text @param {string} [className] */
const paragraph = (text, className = 'pages-text') => `<p class="${className}">${escaped(text)}</p>`
/** @param {string} id @param {string} [text] @param {string} [className] */
const pageButton = (id, text = '', className = '') =>
  `<button class="${`pages-button ${className}`.trim()}" id="${id}" type="button">${escaped(text)}</button>`
const STATUS = '<p class="pages-status" id="status" role="status" tabindex="-1"></p>'

/** What the pages show before any code runs, or without it. @type {Record<string, (texts: Texts) => string>} */
const bodies = {
  // Empty: the frame is invisible until there is something to approve.
  sdk: () => '',
  // The frame that opened the page renders into `place`.
  approve: (texts) => `${card(texts, 'approve', STATUS)}<div id="place"></div>`,
  loading: (texts) => card(texts, 'loading', `<div class="pages-ring"></div>${paragraph(texts['loading.text'] ?? '')}`),
  back: (texts) => card(texts, 'back', STATUS),
  device: (texts) =>
    card(
      texts,
      'device',
      `<div class="pages-question" id="question" hidden><p class="pages-asker" id="asker"></p>${paragraph(
        texts['device.question'] ?? '',
      )}${paragraph(texts['device.warning'] ?? '', 'pages-warning')}${pageButton('confirm', texts['device.confirm'])}${pageButton(
        'refuse',
        texts['device.refuse'],
        'pages-quiet',
      )}</div>${STATUS}`,
    ),
  // The page's script fills `place`.
  wallet: (texts) => card(texts, 'wallet', `${STATUS}<div class="wallet-place" id="place"></div>`),
}

export const PAGES = Object.keys(bodies)

/** @param {string} text */
const hashSource = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/**
 * Renders a page of the secure site. Every script and style is pinned by its content: styles are inline, the import map
 * has the hash of every script that is loaded now or later, and the policy allows inline content and scripts by hash.
 * So the page's hash covers all of its code. Nothing in the page depends on where it is served.
 * @param {object} parts
 * @param {string} parts.page one of `PAGES`
 * @param {Texts} parts.texts
 * @param {readonly string[]} parts.sheets style sheets as text
 * @param {readonly Pinned[]} [parts.scripts] scripts that the page loads at once, the entry first
 * @param {Record<string, string>} [parts.hashes] URL → hash of every script that the page may load
 * @returns {{ html: string, pins: { scripts: string[], styles: string[] } }} `pins`: CSP sources of the HTML's inline
 *   content
 */
export function pageHtml({ page, texts, sheets, scripts = [], hashes = {} }) {
  const body = bodies[page]
  if (!body) throw new Error(`There is no page "${page}".`)
  const [entry] = scripts
  const importMap = JSON.stringify({ integrity: hashes })
  const start = entry && `import ${JSON.stringify(entry.url)}`
  const pins = { scripts: start ? [hashSource(importMap), hashSource(start)] : [], styles: sheets.map(hashSource) }
  const policy = [
    `script-src ${start ? [...pins.scripts, ...scripts.map(({ integrity }) => `'${integrity}'`), "'strict-dynamic'"].join(' ') : "'none'"}`,
    `style-src ${pins.styles.join(' ')}`,
    "base-uri 'none'",
    "object-src 'none'",
  ].join('; ')
  const head = [
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    ...(start ? [`<script type="importmap">${importMap}</script>`] : []),
    ...sheets.map((sheet) => `<style>${sheet}</style>`),
    ...(start ? [`<link rel="preload" href="/settings.json" as="fetch" crossorigin>`] : []),
    ...scripts.map(
      ({ url, integrity }) => `<link rel="modulepreload" href="${url}" integrity="${integrity}" crossorigin>`,
    ),
    ...(start ? [`<script type="module">${start}</script>`] : []),
  ]
  const noscript = start && page !== 'sdk' ? `<noscript>${paragraph(texts.noscript ?? '')}</noscript>` : ''
  const [root, inside] = page === 'sdk' ? ['frame', 'frame-body'] : ['pages', `pages-body ${page}-page`]
  const html = `<!doctype html>
<html lang="en" class="tokens ${root}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${head[0]}
<title>${escaped(texts[`${page}.title`] ?? '')}</title>
<link rel="icon" href="data:,">
${head.slice(1).join('\n')}
</head>
<body class="${inside}">${body(texts)}${noscript}</body>
</html>
`
  return { html, pins }
}

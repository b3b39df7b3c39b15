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

/** What the pages show before, and without, any code. @type {Record<string, (texts: Texts) => string>} */
const bodies = {
  // Nothing is seen of it until there is something to approve.
  sdk: () => '',
  // The frame that opened it draws in the place.
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
  // Its script fills the place.
  wallet: (texts) => card(texts, 'wallet', `${STATUS}<div class="wallet-place" id="place"></div>`),
}

export const PAGES = Object.keys(bodies)

/**
 * A page of the secure site: no code and no style of its own is in it. Its server fills the empty `content`.
 * @param {object} parts
 * @param {string} parts.page one of `PAGES`
 * @param {Texts} parts.texts
 * @param {readonly Pinned[]} parts.sheets
 * @param {Pinned} [parts.script]
 * @param {readonly Pinned[]} [parts.preloads] what the script imports at once
 */
export function pageHtml({ page, texts, sheets, script, preloads = [] }) {
  const body = bodies[page]
  if (!body) throw new Error(`There is no page "${page}".`)
  const head = [
    ...sheets.map(({ url, integrity }) => `<link rel="stylesheet" href="${url}" integrity="${integrity}" crossorigin>`),
    ...preloads.map(
      ({ url, integrity }) => `<link rel="modulepreload" href="${url}" integrity="${integrity}" crossorigin>`,
    ),
    ...(script
      ? [`<script type="module" src="${script.url}" integrity="${script.integrity}" crossorigin></script>`]
      : []),
  ]
  const noscript = script && page !== 'sdk' ? `<noscript>${paragraph(texts.noscript ?? '')}</noscript>` : ''
  const [root, inside] = page === 'sdk' ? ['frame', 'frame-body'] : ['pages', `pages-body ${page}-page`]
  return `<!doctype html>
<html lang="en" class="tokens ${root}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="portico-site" content="">
<title>${escaped(texts[`${page}.title`] ?? '')}</title>
<link rel="icon" href="data:,">
${head.join('\n')}
</head>
<body class="${inside}">${body(texts)}${noscript}</body>
</html>
`
}

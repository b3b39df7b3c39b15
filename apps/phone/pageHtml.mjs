const FAVICON =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"%3E%3Crect x="4" y="1" width="8" height="14" rx="2" fill="%234353e8"/%3E%3C/svg%3E'

/**
 * The phone's page, without inline code or styles.
 * @param {{ title: string, settings: object, script: { url: string, integrity: string }, sheets: readonly { url: string, integrity: string }[] }} parts
 */
export function pageHtml({ title, settings, script, sheets }) {
  const links = sheets.map(({ url, integrity }) => `<link rel="stylesheet" href="${url}" integrity="${integrity}">`)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href='${FAVICON}'>
<script type="application/json" id="settings">${JSON.stringify(settings).replaceAll('<', '\\u003c')}</script>
${links.join('\n')}
<script src="${script.url}" integrity="${script.integrity}" defer></script>
</head>
<body></body>
</html>
`
}

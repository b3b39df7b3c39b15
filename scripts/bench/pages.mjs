import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as esbuild from 'esbuild'

/** Builds the bench's pages. */

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
export const SOURCES = join(ROOT, 'tests', 'bench')

/** The Brotli quality of production servers. */
export const BROTLI_QUALITY = 11

const STYLE = `button{font:inherit}.overlay{position:fixed;inset:0;display:grid;place-items:center;background:#0008}
.card{width:360px;padding:16px;border-radius:20px;background:#fff}.card>button{display:flex;width:100%;height:56px}`

/** @type {(title: string, settings: object, head: string, body: string) => string} */
export const html = (title, settings, head, body) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
<script type="application/json" id="settings">${JSON.stringify(settings)}</script>
<script src="/probe.js"></script>
<script src="/wallet.js"></script>
${head}
</head>
<body>${body}</body>
</html>
`

/** @param {string[]} names @param {string} to @param {esbuild.BuildOptions} [options] */
export const bundle = (names, to, options) =>
  esbuild.build({
    entryPoints: names,
    outdir: to,
    bundle: true,
    minify: true,
    target: 'es2022',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'error',
    ...options,
  })

/** The scripts of a page with Portico, including those that all of the bench's pages have. @param {string} to */
export const bundlePorticoPage = (to) =>
  bundle([join(SOURCES, 'probe.ts'), join(SOURCES, 'porticoPage.ts'), join(ROOT, 'host/playground/wallet.ts')], to, {
    entryNames: '[name]',
  })

/** @param {{ endpoints: { host: string } }} settings */
export const porticoHtml = (settings) =>
  html(
    'Portico',
    settings,
    `<script src="${settings.endpoints.host}/portico.js" crossorigin defer></script>\n<script src="/porticoPage.js" defer></script>`,
    '<button id="open" type="button" data-portico>Connect wallet</button>',
  )

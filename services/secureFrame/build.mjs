/**
 * Builds the pages of the secure site: `node services/secureFrame/build.mjs [--out <folder>]`
 *
 * Writes `<folder>/<page>.html`, and their scripts to `<folder>/assets` under content-hashed names. For each page,
 * `<folder>/manifest.json` lists the files that the page loads at once, those that it loads on demand, its hash, and
 * the sources that its policy has to allow.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { brotliCompressSync } from 'node:zlib'
import * as esbuild from 'esbuild'
import { PAGES, pageHtml } from './build/pageHtml.mjs'

const FOLDER = fileURLToPath(new URL('.', import.meta.url))
const ROOT = join(FOLDER, '..', '..')
const TOKENS = join(ROOT, 'shared-contracts', 'ui', 'tokens.css')

/** @type {Record<string, string>} */
const SCRIPTS = {
  sdk: 'src/main.ts',
  approve: 'src/pages/approveEntry.ts',
  back: 'src/pages/backEntry.ts',
  device: 'src/pages/deviceEntry.ts',
  wallet: 'src/pages/wallet/walletEntry.ts',
}

/**
 * @typedef {object} PageFiles
 * @property {string[]} atOnce files below `assets` that the page loads before it can be used
 * @property {string[]} later files that it loads on demand
 */

/**
 * @typedef {PageFiles & { pins: { scripts: string[], styles: string[] }, integrity: string }} Page `pins`: CSP sources
 *   of the page's inline content; `integrity`: the hash of its HTML
 */

/** A short hash, because the HTML holds one for each script of the page. @param {Buffer} content */
const shortIntegrityOf = (content) => `sha256-${createHash('sha256').update(content).digest('base64')}`

/** @param {string | Buffer} content */
const integrityOf = (content) => `sha384-${createHash('sha384').update(content).digest('base64')}`

/** The design tokens; visitors who have chosen no theme get the light theme's if their system prefers light. */
function tokens() {
  const text = readFileSync(TOKENS, 'utf8')
  const [, light] = /\.tokens\[data-theme="light"\] \{([^}]*)\}/.exec(text) ?? []
  if (!light) throw new Error(`${TOKENS} has no light theme.`)
  return `${text}\n@media (prefers-color-scheme: light) { .tokens:not([data-theme]) {${light}} }\n`
}

/** Minified for inlining in a page. @param {string} css */
const minified = async (css) => (await esbuild.transform(css, { loader: 'css', minify: true })).code.trim()

/** Turns imported style sheets into sheets to adopt, as in the modal. @type {import('esbuild').Plugin} */
const adoptedSheets = {
  name: 'adopted sheets',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\.css$/ }, async ({ path }) => {
      const text = JSON.stringify(await minified(readFileSync(path, 'utf8')))
      return { contents: `const sheet = new CSSStyleSheet()\nsheet.replaceSync(${text})\nexport default sheet\n` }
    }),
}

/** @param {string} assets */
const compile = (assets) =>
  esbuild.build({
    absWorkingDir: FOLDER,
    // The hashes in file names depend on package paths: this keeps the paths the same wherever a package is linked to.
    preserveSymlinks: true,
    entryPoints: Object.entries(SCRIPTS).map(([out, script]) => ({ in: script, out })),
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    outdir: assets,
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    plugins: [adoptedSheets],
    define: { 'process.env.NODE_ENV': '"production"' },
    legalComments: 'external',
    metafile: true,
    logLevel: 'warning',
  })

/**
 * Lists the files that an entry needs at once and those that it may import later, directly or through other files.
 * @param {import('esbuild').Metafile} metafile
 * @param {string} entry
 * @returns {PageFiles}
 */
function filesOf({ outputs }, entry) {
  const atOnce = new Set([entry])
  const later = new Set()
  /** @type {Set<string>} */
  const seen = new Set()
  /** @param {string} path @param {boolean} isLate */
  const follow = (path, isLate) => {
    if (seen.has(`${path} ${isLate}`)) return
    seen.add(`${path} ${isLate}`)
    ;(isLate ? later : atOnce).add(path)
    for (const { path: next, kind } of outputs[path]?.imports ?? []) {
      if (outputs[next]) follow(next, isLate || kind === 'dynamic-import')
    }
  }
  follow(entry, false)
  const names = (/** @type {Iterable<string>} */ paths) => [...paths].map((path) => basename(path))
  return { atOnce: names(atOnce), later: names([...later].filter((path) => !atOnce.has(path))) }
}

/** @param {string} [out] the folder, emptied first */
export async function buildSecureSite(out = join(ROOT, 'dist', 'secure-site')) {
  const assets = join(out, 'assets')
  rmSync(out, { recursive: true, force: true })
  mkdirSync(assets, { recursive: true })
  const texts = JSON.parse(readFileSync(join(FOLDER, 'src/pages/en.json'), 'utf8'))
  const sheet = (/** @type {string} */ name) => readFileSync(join(FOLDER, 'src/pages', `${name}.css`), 'utf8')
  const [{ metafile }, tokenSheet, frameSheet, pageSheet, approvalSheet, walletSheet] = await Promise.all([
    compile(assets),
    minified(tokens()),
    minified(sheet('frame')),
    minified(sheet('pages')),
    minified(sheet('../approval/approval')),
    minified(sheet('wallet/wallet')),
  ])
  /** @type {Record<string, string>} */
  const ownSheets = { approve: approvalSheet, wallet: walletSheet }

  const pin = (/** @type {string} */ file) => ({
    url: `/assets/${file}`,
    integrity: integrityOf(readFileSync(join(assets, file))),
  })
  const hashesOf = (/** @type {string[]} */ files) =>
    Object.fromEntries(files.map((file) => [`/assets/${file}`, shortIntegrityOf(readFileSync(join(assets, file)))]))
  /** @type {Record<string, Page>} */
  const manifest = {}
  for (const page of PAGES) {
    const own = ownSheets[page]
    const sheets = [tokenSheet, page === 'sdk' ? frameSheet : pageSheet, ...(own ? [own] : [])]
    const source = SCRIPTS[page]
    const entry = source && Object.keys(metafile.outputs).find((path) => metafile.outputs[path]?.entryPoint === source)
    if (source && !entry) throw new Error(`${source} was not built.`)
    const { atOnce, later } = entry ? filesOf(metafile, entry) : { atOnce: [], later: [] }
    const { html, pins } = pageHtml({
      page,
      texts,
      sheets,
      scripts: atOnce.map(pin),
      hashes: hashesOf([...atOnce, ...later]),
    })
    writeFileSync(join(out, `${page}.html`), html)
    manifest[page] = { atOnce, later, pins, integrity: integrityOf(html) }
  }
  writeFileSync(join(out, 'manifest.json'), `${JSON.stringify(manifest)}\n`)
  return manifest
}

/** @param {string} out @param {Record<string, Page>} manifest */
function printSizes(out, manifest) {
  const size = (/** @type {string[]} */ files) =>
    files.reduce((sum, file) => sum + brotliCompressSync(readFileSync(join(out, file))).length, 0)
  const kB = (/** @type {string[]} */ files) => `${(size(files) / 1000).toFixed(2)} kB`.padStart(10)
  const asset = (/** @type {string} */ file) => join('assets', file)
  for (const [page, { atOnce, later }] of Object.entries(manifest)) {
    const scripts = atOnce.map(asset)
    console.log(`${page.padEnd(8)} at once ${kB([`${page}.html`, ...scripts])}, scripts of it ${kB(scripts)}`)
    for (const file of later) console.log(`         later   ${kB([asset(file)])}  ${file}`)
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { values } = parseArgs({ options: { out: { type: 'string' } } })
  const out = resolve(values.out ?? join(ROOT, 'dist', 'secure-site'))
  printSizes(out, await buildSecureSite(out))
}

import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { LOCAL_PROJECT_ID } from '../local.mjs'
import { serveFiles } from '../serve.mjs'
import { BROTLI_QUALITY, bundle, bundlePorticoPage, html, porticoHtml, SOURCES } from './pages.mjs'

/**
 * @typedef {import('../stack.mjs').Stack} Stack
 *
 * @typedef {object} Site
 * @property {string} floor URL of the page with the bare React modal
 * @property {(prefetch: string) => string} portico URL of the same page with Portico
 * @property {() => Promise<void>} close
 */

/** The registry's size, so that the floor's single answer weighs the same. */
export const REGISTRY_SIZE = 500

/**
 * Two pages that differ only in their modal, with the host's files compressed as in production.
 * @param {{ folder: string, dist: string, stack: Stack }} options `folder` is empty and for this site only
 * @returns {Promise<Site>}
 */
export async function startSite({ folder, dist, stack }) {
  const { urls, indexFile } = stack
  const host = await serveFiles({
    root: join(dist, 'host'),
    port: 0,
    overlay: dirname(indexFile),
    brotliQuality: BROTLI_QUALITY,
  })
  const settings = {
    projectId: LOCAL_PROJECT_ID,
    endpoints: { host: host.url, api: urls.services, rpc: urls.services, analytics: urls.services },
    chains: [{ id: 31337, name: 'Portico Local', rpcUrl: urls.anvil }],
  }

  const floor = join(folder, 'floor')
  const [, { metafile }] = await Promise.all([
    bundlePorticoPage(folder),
    bundle([join(SOURCES, 'floorReact/page.tsx')], floor, { format: 'esm', splitting: true, metafile: true }),
  ])
  const page = metafile?.outputs[Object.keys(metafile.outputs).find((file) => file.endsWith('/page.js')) ?? '']
  const shared = page?.imports
    .filter(({ kind }) => kind === 'import-statement')
    .map(({ path }) => path.split('/').at(-1))

  mkdirSync(join(folder, 'portico'))
  const write = (/** @type {string} */ file, /** @type {string} */ text) => writeFileSync(join(folder, file), text)
  write('portico/index.html', porticoHtml(settings))
  write(
    'floor/index.html',
    html(
      'floor-react',
      settings,
      // React is a separate file because the modal needs it too: both load in parallel.
      [
        ...(shared ?? []).map((file) => `<link rel="modulepreload" href="${file}">`),
        '<script type="module" src="page.js"></script>',
      ].join('\n'),
      '',
    ),
  )
  const wallets = Array.from({ length: REGISTRY_SIZE }, (_, index) => ({
    id: index.toString(16).padStart(64, '0'),
    name: `Wallet ${index}`,
  }))
  write('floor/wallets.json', JSON.stringify(wallets))

  const pages = await serveFiles({ root: folder, port: 0, brotliQuality: BROTLI_QUALITY })
  return {
    floor: `${pages.url}/floor/`,
    portico: (prefetch) => `${pages.url}/portico/?prefetch=${prefetch}`,
    close: async () => void (await Promise.all([host.close(), pages.close()])),
  }
}

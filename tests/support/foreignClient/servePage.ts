import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'
import { installFixture } from '../../../scripts/fixture.mjs'
import { type LocalServer, listenLocally } from '../../../scripts/serve.mjs'

const ROOT = join(import.meta.dirname, '../../..')
const SOURCE = join(ROOT, 'tests/fixtures/foreignClient')
/** Output path for esbuild, which writes nothing there. */
const OUTPUT = join(ROOT, 'dist/foreignClient')

/**
 * The client's style sheet imports a font from another host, which cannot be switched off. A site's policy can block
 * it; this policy does not restrict scripts, pictures, frames and connections.
 */
const POLICY = `style-src 'unsafe-inline'`

const HTML = `<!doctype html>
<html lang="en">
<title>A shop</title>
<link rel="icon" href="data:,">
<button type="button">Connect</button>
<script type="module" src="/page.js"></script>
</html>`

/**
 * The client's settings for a secure site other than its maker's, as a site's build provides them. The client first
 * checks whether `process` exists.
 */
const processWith = (secureSite: string) =>
  JSON.stringify({
    env: {
      NODE_ENV: 'production',
      NEXT_PUBLIC_SECURE_SITE_ORIGIN: secureSite,
      NEXT_PUBLIC_SECURE_SITE_SDK_URL: `${secureSite}/sdk`,
    },
  })

/** The page's scripts, keyed by path. They are built from the packages installed for the page, without our code. */
async function bundle(secureSite: string): Promise<ReadonlyMap<string, Uint8Array>> {
  const folder = await installFixture(SOURCE)
  const { outputFiles, metafile } = await build({
    stdin: {
      contents: await readFile(join(SOURCE, 'page.ts'), 'utf8'),
      sourcefile: 'page.ts',
      resolveDir: folder,
      loader: 'ts',
    },
    absWorkingDir: folder,
    outdir: OUTPUT,
    entryNames: 'page',
    bundle: true,
    splitting: true,
    write: false,
    metafile: true,
    format: 'esm',
    target: 'es2022',
    logLevel: 'silent',
    // Imported by a Node package that is loaded for a chain that the page does not have.
    external: ['stream'],
    define: { global: 'globalThis', process: processWith(secureSite) },
  })
  // A missing package must not be resolved in parent folders.
  const strangers = Object.keys(metafile.inputs).filter((path) => path.startsWith('..'))
  if (strangers.length > 0) throw new Error(`The page would be built with ${strangers.join(', ')}.`)
  return new Map(outputFiles.map(({ path, contents }) => [path.slice(OUTPUT.length), contents]))
}

/**
 * Installs the client at first use, and serves a page with it.
 * @param secureSite the origin of the embedded wallet
 */
export async function servePage(secureSite: string): Promise<LocalServer> {
  const scripts = await bundle(secureSite)
  return listenLocally(0, ({ url = '' }, response) => {
    const [path = ''] = url.split('?')
    const script = scripts.get(path)
    if (script) return response.writeHead(200, { 'content-type': 'text/javascript' }).end(script)
    if (path !== '/') return response.writeHead(404).end()
    const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': POLICY }
    return response.writeHead(200, headers).end(HTML)
  })
}

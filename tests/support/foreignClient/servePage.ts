import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'
import { installFixture } from '../../../scripts/fixture.mjs'
import { type LocalServer, listenLocally } from '../../../scripts/serve.mjs'

const ROOT = join(import.meta.dirname, '../../..')
const SOURCE = join(ROOT, 'tests/fixtures/foreignClient')
/** Nothing is written there. */
const OUTPUT = join(ROOT, 'dist/foreignClient')

/**
 * The client's style sheet imports a font from elsewhere, and it has no setting against that. The policy of a site can
 * refuse it; of scripts, pictures, frames and connections it says nothing here.
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
 * The client's settings for another secure site than that of its maker, as a site's build gives them to it. It asks first
 * whether there is a `process` at all.
 */
const processWith = (secureSite: string) =>
  JSON.stringify({
    env: {
      NODE_ENV: 'production',
      NEXT_PUBLIC_SECURE_SITE_ORIGIN: secureSite,
      NEXT_PUBLIC_SECURE_SITE_SDK_URL: `${secureSite}/sdk`,
    },
  })

/** Each script of the page by its path, built with the packages that were installed for it and with nothing of ours. */
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
    // A package for servers names it, which is loaded for a chain that the page has not.
    external: ['stream'],
    define: { global: 'globalThis', process: processWith(secureSite) },
  })
  // What is missing there must not be found in the folders around it.
  const strangers = Object.keys(metafile.inputs).filter((path) => path.startsWith('..'))
  if (strangers.length > 0) throw new Error(`The page would be built with ${strangers.join(', ')}.`)
  return new Map(outputFiles.map(({ path, contents }) => [path.slice(OUTPUT.length), contents]))
}

/**
 * Installs the client when it is wanted for the first time, and serves a page that has it.
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

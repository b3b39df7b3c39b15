import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { build } from 'esbuild'
import type { BrowserContext } from 'playwright-core'
import { findFreePort } from '../../../services/testing/freePort.mjs'
import { stack } from './stack.ts'

const ROOT = join(import.meta.dirname, '../../..')

/** Serves a fixture at the URL from which the playground loads its own: `?fixture=<name>`. */
export async function withFixture(context: BrowserContext, name: 'siwxServer' | 'siwxHosted'): Promise<void> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, 'fixtures', `${name}.ts`)],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'playgroundFixture',
    target: 'es2022',
    logLevel: 'silent',
  })
  const body = outputFiles[0]?.text ?? ''
  await context.route(`${stack.urls.playground}/fixtures/${name}.js`, (route) =>
    route.fulfill({ contentType: 'text/javascript', body }),
  )
}

/** Routes requests for the site's own server to the server at `url`, like a proxy. */
export const withServer = (context: BrowserContext, url: string): Promise<unknown> =>
  context.route(`${stack.urls.playground}/api/auth/**`, (route) =>
    route.continue({ url: route.request().url().replace(`${stack.urls.playground}/api/auth`, url) }),
  )

export interface ExampleServer {
  readonly url: string
  end(): Promise<void>
}

/** `examples/siwx-server`, started as its guide says, for the playground's shop. */
export async function startExampleServer(chainIds: readonly string[]): Promise<ExampleServer> {
  const port = await findFreePort()
  const server: ChildProcess = spawn(process.execPath, ['--import', 'tsx', 'examples/siwx-server/src/main.ts'], {
    cwd: ROOT,
    env: {
      ...process.env,
      PORT: String(port),
      DOMAIN: new URL(stack.urls.playground).host,
      CHAIN_IDS: chainIds.join(),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const over = once(server, 'exit')
  const said = server.stdout ? once(server.stdout, 'data') : over
  await Promise.race([said, over.then(() => Promise.reject(new Error('The example server has not started.')))])
  return {
    url: `http://localhost:${port}`,
    async end() {
      server.kill()
      await over
    },
  }
}

import { cpSync, existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { ensureChromium } from '../../scripts/chromium.mjs'
import { findFreeOffset, startStack } from '../../scripts/stack.mjs'
import type { RunningStack } from './support/stack.ts'

const FLAGS =
  '--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'

/** What teardown has to end. */
export interface Running {
  end(): Promise<void>
}

/** One stack and one browser for all browser tests. Tests may change what is deployed, so they get a copy of `dist`. */
export default async function setup(): Promise<void> {
  const built = join(import.meta.dirname, '../../dist')
  if (!existsSync(join(built, 'host/portico.js'))) throw new Error('There is no build: run `npm run build` first.')
  const dist = join(mkdtempSync(join(tmpdir(), 'portico-dist-')), 'dist')
  cpSync(built, dist, { recursive: true })

  const offset = await findFreeOffset()
  const stack = await startStack({ offset, dist, dataDir: 'memory://', log: () => {} })
  const server = await chromium.launchServer({ executablePath: ensureChromium() ?? '', args: FLAGS.split(' ') })
  const { urls, adminToken, indexFile } = stack
  const running: RunningStack = { urls, adminToken, indexFile, offset, dist, browser: server.wsEndpoint() }
  process.env.PORTICO_STACK = JSON.stringify(running)
  Object.assign(globalThis, {
    __PORTICO_RUNNING__: {
      async end() {
        await server.close()
        await stack.stop()
      },
    } satisfies Running,
  })
}

import { cpSync, existsSync, mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { ensureTestChromium } from '../../scripts/chromium.mjs'
import { WALLET_PROJECT_ID } from '../../scripts/local.mjs'
import { findFreeOffset } from '../../scripts/stack/ports.mjs'
import { startStack } from '../../scripts/stack.mjs'
import { createProject, switchRemote } from '../../scripts/switchRemote.mjs'
import { LANES } from '../jest/laneCount.cjs'
import type { RunningStack } from './support/stack.ts'

const FLAGS =
  '--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'

/** Everything that teardown has to stop. */
export interface Running {
  end(): Promise<void>
}

/** The part of jest's project configuration that is used here. */
interface Project {
  readonly displayName?: { readonly name: string }
}

/** With `PORTICO_KEPT`, that folder keeps everything that a stack's services write, to be searched for secrets. */
function keptIn(lane: number): Parameters<typeof startStack>[0] {
  const { PORTICO_KEPT: kept } = process.env
  if (!kept) return { dataDir: 'memory://' }
  const logDir = join(kept, `stack-${lane + 1}`)
  mkdirSync(logDir, { recursive: true })
  return { dataDir: join(logDir, 'data'), logDir, logLevel: 'info' }
}

/** E-mail and social login have a project of their own: most tests use pages without them. */
async function prepareProjects(stack: Parameters<typeof switchRemote>[0]): Promise<void> {
  await createProject(stack, WALLET_PROJECT_ID)
  await switchRemote(stack, 'email', false)
  await switchRemote(stack, 'socials', false)
}

/**
 * One browser, and one stack for each worker of `tests/jest/lanes.cjs`, with its own copy of `dist`: tests may deploy.
 */
export default async function setup(_?: unknown, { displayName }: Project = {}): Promise<void> {
  const built = join(import.meta.dirname, '../../dist')
  if (!existsSync(join(built, 'host/portico.js'))) throw new Error('There is no build: run `npm run build` first.')
  // The bundler's first start is slow, and only the long run needs it.
  const hasBundler = displayName?.name === 'long'
  const server = await chromium.launchServer({ executablePath: ensureTestChromium() ?? '', args: FLAGS.split(' ') })
  const undo: (() => Promise<unknown>)[] = [() => server.close()]
  const starting: (() => Promise<RunningStack>)[] = []
  // Started one after the other, so that no two stacks pick the same free port.
  for (let lane = 0; lane < LANES; lane++) {
    const dist = join(mkdtempSync(join(tmpdir(), 'portico-dist-')), 'dist')
    cpSync(built, dist, { recursive: true })
    const offset = await findFreeOffset()
    const { stop, chainsReady, walletReady, ...stack } = await startStack({
      offset,
      dist,
      hasBundler,
      ...keptIn(lane),
      log: () => {},
    })
    undo.push(stop)
    const { urls, adminToken, indexFile } = stack
    await prepareProjects(stack)
    const browser = server.wsEndpoint()
    starting.push(async () => {
      const [chains, wallet] = await Promise.all([chainsReady, walletReady])
      return { urls, adminToken, indexFile, offset, dist, browser, chains, wallet }
    })
  }
  const stacks = await Promise.all(starting.map((ready) => ready()))
  for (const sentence of stacks.flatMap(({ wallet }) => wallet.missing)) console.log(sentence)
  for (const sentence of new Set(stacks.flatMap(({ chains }) => chains.missing))) {
    console.log(`${sentence} Its tests are counted as skipped.`)
  }
  process.env.PORTICO_STACKS = JSON.stringify(stacks)
  Object.assign(globalThis, {
    __PORTICO_RUNNING__: {
      async end() {
        for (const stop of undo) await stop()
      },
    } satisfies Running,
  })
}

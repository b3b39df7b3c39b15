import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { type IndexOptions, writeReleaseIndex } from '../../../scripts/build/releaseIndex.mjs'
import { LOCAL_SWAP_ROUTERS } from '../../../scripts/build/swapRouters.mjs'
import { LOCAL_PROJECT_ID } from '../../../scripts/local.mjs'
import type { OtherChains, OtherPart } from '../../../scripts/otherChains.mjs'
import type { EmbeddedWallet } from '../../../scripts/stack/embeddedWallet.mjs'
import { placesOf, type StackUrls } from '../../../scripts/stack.mjs'

export interface RunningStack {
  readonly urls: StackUrls
  readonly adminToken: string
  /** Path of the stack's signed index. */
  readonly indexFile: string
  readonly offset: number
  /** The deployed files; a copy, so that tests can add to them. */
  readonly dist: string
  readonly browser: string
  /** Which non-EVM chains run. */
  readonly chains: OtherChains
  /** The embedded wallet's servers. */
  readonly wallet: EmbeddedWallet
}

/** The stack of this worker alone. */
export const stack: RunningStack = JSON.parse(process.env.PORTICO_STACKS ?? '[{}]')[
  Number(process.env.JEST_WORKER_ID ?? 1) - 1
]

/**
 * `describe` for tests that need a chain of their own; skipped where it is unavailable, with the set-up's reason.
 */
export function describeOn(chain: OtherPart) {
  const { skip } = describe // inside the function, because pictures use this file without jest
  return stack.chains?.[chain] === false ? skip : describe
}

const ROOT = join(import.meta.dirname, '../../..')

/** Signs an index of everything deployed now, for this stack's origins, ignoring earlier decisions. */
export function release(options: Partial<IndexOptions> = {}): void {
  writeReleaseIndex({
    dist: stack.dist,
    to: stack.indexFile,
    ...placesOf(stack.urls),
    previous: null,
    swapRouters: LOCAL_SWAP_ROUTERS,
    ...options,
  })
}

/** Runs `npm run project -- …` as an operator would. @returns its output */
export function project(...args: string[]): string {
  const result = spawnSync(process.execPath, [join(ROOT, 'scripts/project.mjs'), ...args], {
    encoding: 'utf8',
    env: {
      ...process.env,
      PORTICO_SERVICES_URL: stack.urls.services,
      PORTICO_ADMIN_TOKEN: stack.adminToken,
      PORTICO_PROJECT_ID: LOCAL_PROJECT_ID,
    },
  })
  if (result.status !== 0) throw new Error(`${result.stdout}${result.stderr}`)
  return result.stdout
}

/** Queries the chain without our code. */
export async function askChain(url: string, method: string, params: unknown[] = []): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const { result, error } = (await response.json()) as { result?: unknown; error?: unknown }
  if (error) throw new Error(JSON.stringify(error))
  return result
}

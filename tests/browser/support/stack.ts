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
  /** Where this stack's signed index lies. */
  readonly indexFile: string
  readonly offset: number
  /** The deployed files; a copy, so that a test may add to them. */
  readonly dist: string
  readonly browser: string
  /** Which of the chains run that are no EVM. */
  readonly chains: OtherChains
  /** The servers of the embedded wallet. */
  readonly wallet: EmbeddedWallet
}

/** The one of this worker; nobody else uses it. */
export const stack: RunningStack = JSON.parse(process.env.PORTICO_STACKS ?? '[{}]')[
  Number(process.env.JEST_WORKER_ID ?? 1) - 1
]

/**
 * `describe` for tests that need a chain of their own; counted as skipped where it cannot be had, for the reason that the
 * set-up gives.
 */
export function describeOn(chain: OtherPart) {
  const { skip } = describe // here, because pictures are taken with this file and without jest
  return stack.chains?.[chain] === false ? skip : describe
}

const ROOT = join(import.meta.dirname, '../../..')

/** Signs the index of what is deployed now, for the origins of this stack, whatever was decided before. */
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

/** `npm run project -- …` as an operator types it. Answers with what it printed. */
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

/** The chain itself, asked without anything of ours in between. */
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

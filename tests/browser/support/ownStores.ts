import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Route } from 'playwright-core'
import { localPorts } from '../../../scripts/local.mjs'
import { runShareStore } from '../../../services/testing/runShareStore.ts'
import { LOGIN_KEYS_PATH, SHARE_STORES, type ShareStore } from '../../../shared-contracts/src/services/login.ts'
import { stack } from './stack.ts'
import type { Visit } from './visit.ts'

const keysOfStack = async () => (await fetch(`${stack.urls.services}${LOGIN_KEYS_PATH}`)).text()

/**
 * A second pair of share stores, each a process with its own database, so that a test can lose data that no other test
 * needs. Their mail goes to the stack's mailbox.
 * @param loginKeys as in `LOGIN_PUBLIC_KEYS`, if the stores should trust another login than the stack's
 */
export async function startOwnStores(loginKeys?: string) {
  const folder = mkdtempSync(join(tmpdir(), 'portico-stores-'))
  const known = loginKeys ?? (await keysOfStack())
  const newKey = () => `k1:${randomBytes(32).toString('base64url')}`
  const keys: Record<ShareStore, string> = { auth: newKey(), recovery: newKey() }
  const running: Partial<Record<ShareStore, Awaited<ReturnType<typeof runShareStore>>>> = {}
  const dataOf = (store: ShareStore) => join(folder, store)

  async function start(store: ShareStore): Promise<void> {
    running[store] = await runShareStore(store, {
      SHARE_KEY: keys[store],
      SHARE_DATA_DIR: dataOf(store),
      LOGIN_PUBLIC_KEYS: known,
      SECURE_SITE_ORIGIN: stack.urls.secureSite,
      ...(store === 'recovery' && {
        SMTP_URL: `smtp://127.0.0.1:${localPorts(stack.offset).mailboxSmtp}`,
        SMTP_FROM: 'wallet@portico.test',
      }),
    })
  }
  await Promise.all(SHARE_STORES.map(start))

  const answerFrom = (store: ShareStore) => (route: Route) => {
    const { pathname, search } = new URL(route.request().url())
    const { url } = running[store] ?? {}
    return url ? route.continue({ url: `${url}${pathname}${search}` }) : route.abort()
  }

  return {
    /** Directs the visitor's shares here instead of to the stack's stores. */
    async takeOver(context: Visit['context']): Promise<void> {
      await context.route(`${stack.urls.authShares}/**`, answerFrom('auth'))
      await context.route(`${stack.urls.recoveryShares}/**`, answerFrom('recovery'))
    },
    /** Restarts a store with the same key and an empty database: its data is lost. */
    async lose(store: ShareStore): Promise<void> {
      await running[store]?.stop()
      rmSync(dataOf(store), { recursive: true })
      await start(store)
    },
    async end(): Promise<void> {
      await Promise.all(SHARE_STORES.map((store) => running[store]?.stop()))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export type OwnStores = Awaited<ReturnType<typeof startOwnStores>>

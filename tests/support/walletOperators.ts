import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SHARE_STORES, type ShareStore } from '@portico/contracts/services/login'
import { lastingDatabase } from '../../services/testing/databases.ts'
import { createVisitors } from '../../services/testing/loginVisitor.ts'
import { startMailServer } from '../../services/testing/mailServer.ts'
import { runServices, TOKENS } from '../../services/testing/runServices.ts'
import { runShareStore } from '../../services/testing/runShareStore.ts'
import { newSigningKey, SECURE_SITE, SHOP } from '../../services/testing/startLogin.ts'
import { type Backup, type Kept, takeBackup } from '../secrets/takeBackup.ts'
import { createWalletDevices } from './walletDevices.ts'

export type Part = 'login' | ShareStore
export const PARTS: readonly Part[] = ['login', ...SHARE_STORES]

const FROM = 'wallet@portico.example'

interface Running {
  readonly url: string
  stop(): Promise<unknown>
}

/**
 * Login and both share stores as three operators run them: each with its own process, key and database, and backups.
 */
export async function startOperators() {
  const folder = mkdtempSync(join(tmpdir(), 'portico-operators-'))
  const mail = await startMailServer()
  const signingKey = newSigningKey()
  const privateJwk = signingKey.privateKey.export({ format: 'jwk' })
  const newKey = () => `k1:${randomBytes(32).toString('base64url')}`
  const keys: Record<ShareStore, string> = { auth: newKey(), recovery: newKey() }
  const kept = Object.fromEntries(
    await Promise.all(PARTS.map(async (part) => [part, await lastingDatabase(join(folder, part))])),
  ) as Record<Part, Kept>
  const running: Partial<Record<Part, Running>> = {}
  const urlOf = (part: Part) => running[part]?.url ?? ''

  const runLogin = () =>
    runServices({
      SERVICES: 'projectConfig,login',
      ...kept.login,
      LOGIN_SIGNING_KEY: JSON.stringify(privateJwk),
      LOGIN_STARTS_PER_CLIENT: '1000',
      SECURE_SITE_ORIGIN: SECURE_SITE,
      SMTP_URL: mail.url,
      SMTP_FROM: FROM,
    })
  const runStore = (store: ShareStore) => {
    const place = kept[store]
    return runShareStore(store, {
      SHARE_KEY: keys[store],
      ...('DATA_DIR' in place ? { SHARE_DATA_DIR: place.DATA_DIR } : { SHARE_DATABASE_URL: place.DATABASE_URL }),
      LOGIN_PUBLIC_KEYS: JSON.stringify({ keys: [signingKey.publicKey] }),
      SECURE_SITE_ORIGIN: SECURE_SITE,
      ...(store === 'recovery' && { SMTP_URL: mail.url, SMTP_FROM: FROM }),
    })
  }
  async function start(part: Part): Promise<void> {
    running[part] = await (part === 'login' ? runLogin() : runStore(part))
  }
  await Promise.all(PARTS.map(start))
  await fetch(`${urlOf('login')}/admin/v1/projects/${SHOP.projectId}/origins`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${TOKENS.release}` },
    body: JSON.stringify({ allowedOrigins: [SHOP.origin] }),
  })

  /** All requests to the operators' processes and all their answers, in order. */
  const said: string[] = []
  const heardFetch: typeof fetch = async (input, init) => {
    const response = await fetch(input, init)
    const { body } = init ?? {}
    if (typeof body === 'string') said.push(body)
    said.push(await response.clone().text())
    return response
  }
  const request = (path: string, init: RequestInit) => heardFetch(`${urlOf('login')}${path}`, init)
  const visitors = createVisitors({ app: { request } }, mail)
  const devices = createWalletDevices({
    visitors,
    mail,
    loginUrl: urlOf('login'),
    stores: () => ({ auth: urlOf('auth'), recovery: urlOf('recovery') }),
    fetch: heardFetch,
  })

  return {
    mail,
    visitors,
    devices,
    /** The `SHARE_KEY` of each store. */
    keys,
    signingKey,
    said,
    /** A path without a folder yet. */
    newFolder: () => mkdtempSync(join(folder, 'new-')),
    /**
     * Backs up a database as its operator would: an embedded database while its process is stopped.
     * @param isLast leaves the process stopped, because nothing else needs it
     */
    async backUp(part: Part, name: string, isLast = false): Promise<Backup> {
      const isEmbedded = 'DATA_DIR' in kept[part]
      if (isEmbedded) await running[part]?.stop()
      const backup = await takeBackup(kept[part], join(folder, `${part}-${name}`))
      if (isEmbedded && !isLast) await start(part)
      return backup
    },
    async end(): Promise<void> {
      await Promise.all(PARTS.map((part) => running[part]?.stop()))
      await mail.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export type Operators = Awaited<ReturnType<typeof startOperators>>

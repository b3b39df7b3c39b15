import { createHash, randomBytes, randomUUID } from 'node:crypto'
import {
  ASSERTION_LIFETIME_S,
  ASSERTION_TYPE,
  LOGIN_ISSUER,
  type ShareStore,
  shareAudience,
} from '@portico/contracts/services/login'
import { ASSERTION_SCHEME, PROOF_HEADER, PROOF_TYPE } from '@portico/contracts/services/shares'
import { calculateJwkThumbprint, createLocalJWKSet, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import { createLog } from '../src/log.ts'
import type { ShareStoreOptions } from '../src/shares/environment.ts'
import type { EnvelopeKey } from '../src/shares/keyRing.ts'
import { startShareStore } from '../src/shares/startShareStore.ts'
import { freshDatabase } from './databases.ts'

export const SECURE_SITE = 'https://secure.wallet.example'

export const newShare = () => randomBytes(48).toString('base64url')
export const newEnvelopeKey = (id: string): EnvelopeKey => ({ id, bytes: new Uint8Array(randomBytes(32)) })

/** A P-256 signing key, as login and each frame have one. */
export async function newSigner(kid?: string) {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
  const { kty, crv, x, y, d } = await exportJWK(privateKey)
  const jwk: JWK = { ...(await exportJWK(publicKey)), ...(kid && { kid }) }
  return {
    publicJwk: jwk,
    /** The key with its private part. */
    privateJwk: { kty, crv, x, y, d } satisfies JWK,
    jkt: await calculateJwkThumbprint(jwk, 'sha256'),
    sign: (header: object, claims: object) =>
      new SignJWT({ ...claims }).setProtectedHeader({ alg: 'ES256', ...header }).sign(privateKey),
  }
}
export type Signer = Awaited<ReturnType<typeof newSigner>>

interface Call {
  readonly method: string
  readonly path: string
  readonly body?: unknown
}

/** Changes to the two tokens. Without these changes, both tokens are valid. */
export interface Forgery {
  readonly assertion?: object
  readonly assertionHeader?: object
  readonly proof?: object
  readonly proofHeader?: object
  /** The key that signs the assertion instead of login's key. */
  readonly login?: Signer
  /** The key that signs the proof instead of the key that the assertion names. */
  readonly frame?: Signer
  readonly headers?: Readonly<Record<string, string | undefined>>
}

export interface Answer {
  readonly status: number
  // The content of the answer; each test expects a different one.
  readonly body: Record<string, unknown>
  readonly headers: Headers
}

/** Starts a store over real HTTP with its own database, a login key, and a settable clock. */
export async function startShares(store: ShareStore, options: Partial<ShareStoreOptions> = {}) {
  const login = await newSigner('login-1')
  const lines: string[] = []
  const log = createLog('info', (line) => lines.push(line))
  const database = await freshDatabase()
  // The clock stands still, so that nothing expires on a busy machine.
  let nowMs = Date.now()
  const now = () => nowMs
  const whole: ShareStoreOptions = {
    store,
    keys: [newEnvelopeKey('k1')],
    loginKeys: createLocalJWKSet({ keys: [login.publicJwk] }),
    secureSite: SECURE_SITE,
    dataDir: 'DATA_DIR' in database ? database.DATA_DIR : '',
    databaseUrl: 'DATABASE_URL' in database ? database.DATABASE_URL : undefined,
    port: 0,
    hostname: '127.0.0.1',
    ...options,
  }
  const running = await startShareStore(whole, { log, now })

  /** The headers of one call, with two fresh tokens. */
  async function headersOf({ method, path }: Call, subject: string, frame: Signer, forged: Forgery = {}) {
    const iat = Math.floor(now() / 1_000)
    const assertion = await (forged.login ?? login).sign(
      { typ: ASSERTION_TYPE, kid: 'login-1', ...forged.assertionHeader },
      {
        iss: LOGIN_ISSUER,
        aud: shareAudience(store),
        sub: subject,
        jti: randomUUID(),
        iat,
        exp: iat + ASSERTION_LIFETIME_S,
        auth_time: iat,
        amr: ['otp'],
        cnf: { jkt: frame.jkt },
        ...forged.assertion,
      },
    )
    const signer = forged.frame ?? frame
    const ath = createHash('sha256').update(assertion).digest('base64url')
    const proof = await signer.sign(
      { typ: PROOF_TYPE, jwk: signer.publicJwk, ...forged.proofHeader },
      { htm: method, htu: path, iat, jti: randomUUID(), ath, ...forged.proof },
    )
    const headers = { authorization: `${ASSERTION_SCHEME} ${assertion}`, [PROOF_HEADER]: proof, origin: SECURE_SITE }
    const all: Record<string, string | undefined> = { ...headers, ...forged.headers }
    return Object.fromEntries(
      Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    )
  }

  async function send({ method, path, body }: Call, headers: Record<string, string>): Promise<Answer> {
    const response = await fetch(`${running.url}${path}`, {
      method,
      headers,
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    return { status: response.status, body: (await response.json()) as Answer['body'], headers: response.headers }
  }

  return {
    ...running,
    login,
    lines,
    now,
    headersOf,
    send,
    /** Makes one call, as a frame does. */
    ask: async (subject: string, frame: Signer, call: Call, forged?: Forgery) =>
      send(call, await headersOf(call, subject, frame, forged)),
    /** Moves the store's clock forward. */
    advance(ms: number) {
      nowMs += ms
    },
  }
}
export type StartedShares = Awaited<ReturnType<typeof startShares>>

/** Login's statement that a wallet is being deleted. */
export const DELETING: Forgery = { assertion: { deleting: true } }

/** The status of a store's answer, and its error code, if any. */
export const codeOf = ({ status, body }: { readonly status: number; readonly body: Record<string, unknown> }) => [
  status,
  (body.error as { code: string } | undefined)?.code,
]

/** The calls that a frame makes. */
export const calls = {
  put: (body: unknown) => ({ method: 'PUT', path: '/shares', body }),
  release: { method: 'POST', path: '/shares/release' },
  rotate: (body: unknown) => ({ method: 'PUT', path: '/shares/rotate', body }),
  remove: { method: 'DELETE', path: '/shares' },
  keep: { method: 'POST', path: '/shares/keep' },
  link: { method: 'POST', path: '/shares/links' },
  look: { method: 'POST', path: '/shares/links/look' },
  askForDevice: { method: 'POST', path: '/shares/devices' },
  lookAtDevice: { method: 'POST', path: '/shares/devices/look' },
  listDevices: { method: 'POST', path: '/shares/devices/list' },
  decideDevice: (body: unknown) => ({ method: 'POST', path: '/shares/devices/decide', body }),
} as const

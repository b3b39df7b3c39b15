import {
  LOGIN_PASSKEYS_PATH,
  LOGIN_PASSKEYS_REMOVE_PATH,
  type Passkey,
  type PasskeyPutRequest,
} from '@portico/contracts/services/loginPasskeys'
import { base64urlnopad } from '@scure/base'
import { type GenericSchema, parse } from 'valibot'
import { type Authenticator, type NewPasskey, PasskeyFailed } from '../src/keys/passkey/authenticator.ts'
import { LoginError } from '../src/login/createLoginClient.ts'
import type { OwnSessions } from '../src/session/createSessions.ts'

const text = (bytes: number) => base64urlnopad.encode(crypto.getRandomValues(new Uint8Array(bytes)))

/**
 * An authenticator that its owner carries from device to device, and the login service's data about its passkeys. Other
 * tests cover a real authenticator and the real service.
 */
export function createFakePasskeys() {
  /** Secrets, keyed by credential id; only the authenticator knows them. */
  const secrets = new Map<string, Uint8Array>()
  const kept = new Map<string, Passkey[]>()
  let isRefusing = false
  let isDown = false
  let requests = 0

  async function output(credentialId: string, prfSalt: string): Promise<Uint8Array<ArrayBuffer>> {
    const secret = secrets.get(credentialId)
    if (!secret) throw new PasskeyFailed('refused')
    const both = Uint8Array.of(...secret, ...base64urlnopad.decode(prfSalt))
    return new Uint8Array(await crypto.subtle.digest('SHA-256', both))
  }

  const authenticator: Authenticator = {
    isThere: true,
    async ask(known) {
      requests += 1
      const one = known.find(({ credentialId }) => secrets.has(credentialId))
      if (isRefusing || !one) throw new PasskeyFailed('refused')
      return { credentialId: one.credentialId, output: await output(one.credentialId, one.prfSalt) }
    },
    async make({ known }: NewPasskey) {
      if (isRefusing) throw new PasskeyFailed('refused')
      if (known.some(({ credentialId }) => secrets.has(credentialId))) throw new PasskeyFailed('exists')
      const made = { credentialId: text(32), prfSalt: text(32), transports: ['internal'] }
      secrets.set(made.credentialId, crypto.getRandomValues(new Uint8Array(32)))
      return { ...made, output: await output(made.credentialId, made.prfSalt) }
    },
    forget(credentialId) {
      secrets.delete(credentialId)
    },
  }

  function put(subject: string, { createdAtMs = 0, ...request }: PasskeyPutRequest & { createdAtMs?: number }) {
    const own = kept.get(subject) ?? []
    const before = own.find(({ credentialId }) => credentialId === request.credentialId)
    const next = before
      ? own.map((one) => (one === before ? { ...one, ...request, label: one.label } : one))
      : [...own, { ...request, createdAtMs }]
    kept.set(subject, next)
  }

  async function ask<Schema extends GenericSchema>(
    subject: string | undefined,
    path: string,
    schema: Schema,
    { method = 'POST', body }: NonNullable<Parameters<OwnSessions['ask']>[2]> = {},
  ) {
    if (isDown || subject === undefined) throw new LoginError(undefined)
    if (path === LOGIN_PASSKEYS_PATH && method === 'POST') put(subject, body as PasskeyPutRequest)
    if (path === LOGIN_PASSKEYS_REMOVE_PATH) {
      const { credentialId } = body as Pick<Passkey, 'credentialId'>
      kept.set(
        subject,
        (kept.get(subject) ?? []).filter((one) => one.credentialId !== credentialId),
      )
    }
    return parse(schema, { passkeys: kept.get(subject) ?? [] })
  }

  return {
    authenticator,
    ask,
    /** The login service's data, keyed by wallet. */
    kept,
    /** How often a passkey was requested. */
    requests: () => requests,
    /** Makes the owner refuse from now on, or agree again. */
    refuse(isOn = true) {
      isRefusing = isOn
    },
    /** Makes the login service stop answering, or answer again. */
    fail(isOn = true) {
      isDown = isOn
    },
  }
}
export type FakePasskeys = ReturnType<typeof createFakePasskeys>

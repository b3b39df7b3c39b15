import type { AuthTypes } from '@walletconnect/types'
import type { Client } from './universalProvider.ts'

/** Fields of a message to sign that are left out by the client's `authenticate` (chains.md §7.7). */
export type MoreToSign = Pick<AuthTypes.BaseAuthRequestParams, 'requestId'> & { readonly iat?: string }

interface Sent {
  readonly method: string
  readonly params: { readonly authPayload?: { readonly nonce: string } }
}

/** Internals of the client that we have to change, as they are in the one version that we use. */
interface Engine {
  sendRequest(sent: Sent): unknown
}

/** The fields, keyed by client and then by nonce, which is unique for each message. */
const known = new WeakMap<object, Map<string, MoreToSign>>()

/** Adds these fields to the message with this nonce, when the client sends it. */
export function signAlso(client: Pick<Client, 'engine'>, nonce: string, more: MoreToSign): void {
  const engine = client.engine as unknown as Engine
  const all = known.get(engine) ?? new Map<string, MoreToSign>()
  all.set(nonce, more)
  if (known.has(engine)) return
  known.set(engine, all)
  const send = engine.sendRequest
  engine.sendRequest = (sent) => {
    const { method, params } = sent
    if (method !== 'wc_sessionAuthenticate' || !params.authPayload) return send(sent)
    const { nonce: own } = params.authPayload
    const fields = all.get(own)
    all.delete(own)
    return send({ ...sent, params: { ...params, authPayload: { ...params.authPayload, ...fields } } })
  }
}

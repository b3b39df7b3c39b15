import { array, check, type InferOutput, object, optional, parse, pipe, string, url } from 'valibot'
import { namespaceOf } from './networks.ts'

const Network = object({
  /** CAIP-2. */
  id: pipe(
    string(),
    check((id) => namespaceOf(id) !== undefined),
  ),
  name: string(),
  /** A JSON-RPC node, or an Esplora API for Bitcoin. Without a URL, messages can be signed but nothing can be sent. */
  url: optional(pipe(string(), url())),
})

const PhoneSettings = object({
  projectId: string(),
  relayUrl: pipe(string(), url()),
  networks: array(Network),
})

/** The local stack's URLs, which the server writes into the page because all ports are configurable. */
export type PhoneSettings = InferOutput<typeof PhoneSettings>
export type Network = InferOutput<typeof Network>

/** @throws ValiError if the server wrote invalid settings */
export function readSettings(): PhoneSettings {
  const element = document.getElementById('settings')
  return parse(PhoneSettings, JSON.parse(element?.textContent ?? '{}'))
}

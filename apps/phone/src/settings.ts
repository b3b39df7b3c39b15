import { array, check, type InferOutput, object, optional, parse, pipe, string, url } from 'valibot'
import { namespaceOf } from './networks.ts'

const Network = object({
  /** CAIP-2. */
  id: pipe(
    string(),
    check((id) => namespaceOf(id) !== undefined),
  ),
  name: string(),
  /** Of EVM and Solana a JSON-RPC node, of Bitcoin an Esplora API. Without one, messages can be signed but nothing sent. */
  url: optional(pipe(string(), url())),
})

const PhoneSettings = object({
  projectId: string(),
  relayUrl: pipe(string(), url()),
  networks: array(Network),
})

/** Where the local stack is: written into the page by the server, because every port can be shifted. */
export type PhoneSettings = InferOutput<typeof PhoneSettings>
export type Network = InferOutput<typeof Network>

/** @throws ValiError when the page's server has written something else */
export function readSettings(): PhoneSettings {
  const element = document.getElementById('settings')
  return parse(PhoneSettings, JSON.parse(element?.textContent ?? '{}'))
}

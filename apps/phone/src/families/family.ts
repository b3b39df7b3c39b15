import { type GenericSchema, type InferOutput, safeParse } from 'valibot'
import { messages } from '../messages.ts'
import type { Namespace } from '../networks.ts'
import { invalidParams, unauthorized, unsupportedMethod } from '../requestError.ts'
import type { Network } from '../settings.ts'

/** Wallet state that a request can change. */
export interface WalletControls {
  knows(networkId: string): Network | undefined
  addNetwork(network: Network): void
  switchNetwork(networkId: string): Promise<void>
}

/** A site's request, with the network and accounts of its session. */
export interface Call {
  readonly method: string
  readonly params: unknown
  readonly network: Network
  /** The numbers of the accounts that the site may use; the active account comes first. */
  readonly accounts: readonly number[]
  readonly wallet: WalletControls
}

/** A validated request. */
export interface Prepared {
  /** What the request would do, in plain words. */
  readonly words: string
  /** Set if the request reveals nothing new to the site; it is then answered without a prompt. */
  readonly isQuiet?: boolean
  /** @throws RequestError, possibly with a node's own code and message */
  run(): unknown
}

export interface Family {
  readonly namespace: Namespace
  /** The methods that sessions are approved with. */
  readonly methods: readonly string[]
  /** @param index from 0 */
  addressOf(index: number, networkId: string): string
  /** @throws RequestError if the method is unknown, or its parameters are invalid */
  prepare(call: Call): Prepared
}

export type Method = (call: Call) => Prepared

/** Defines a method with a parameter schema. Surplus parameters are ignored, as wallets do. */
export const method =
  <S extends GenericSchema>(schema: S, prepare: (params: InferOutput<S>, call: Call) => Prepared): Method =>
  (call) => {
    const result = safeParse(schema, call.params)
    if (!result.success) throw invalidParams(call.method)
    return prepare(result.output, call)
  }

type Addresses = Pick<Family, 'addressOf'>

/** The number of the account that a request names. @throws RequestError 4100 unless the site may use it */
export function accountOf(address: string, { accounts, network }: Call, { addressOf }: Addresses): number {
  const wanted = address.toLowerCase()
  const found = accounts.find((index) => addressOf(index, network.id).toLowerCase() === wanted)
  if (found === undefined) throw unauthorized()
  return found
}

export const defineFamily = (
  namespace: Namespace,
  addressOf: Family['addressOf'],
  methods: Readonly<Record<string, Method>>,
): Family => ({
  namespace,
  methods: Object.keys(methods),
  addressOf,
  prepare(call) {
    const prepare = Object.hasOwn(methods, call.method) ? methods[call.method] : undefined
    if (!prepare) throw unsupportedMethod(call.method)
    return prepare(call)
  },
})

/** A method that reveals the session's accounts. */
export const showAccounts =
  (describe: (index: number) => unknown): Method =>
  ({ accounts }) => ({ words: messages.requests.showAccounts, isQuiet: true, run: () => accounts.map(describe) })

const PRINTABLE = /^[\P{C}\n\t]*$/u

/** Describes the signing of a message: its text, or the number of bytes if they are not readable text. */
export function signingWords(bytes: Uint8Array): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    if (PRINTABLE.test(text)) return messages.requests.signMessage(text)
  } catch {
    // Not UTF-8.
  }
  return messages.requests.signBytes(bytes.length)
}

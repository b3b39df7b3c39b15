import { type GenericSchema, type InferOutput, safeParse } from 'valibot'
import type { Namespace } from '../networks.ts'
import { invalidParams, unauthorized, unsupportedMethod } from '../requestError.ts'
import type { Network } from '../settings.ts'

/** What a request may change of the wallet itself. */
export interface WalletControls {
  knows(networkId: string): Network | undefined
  addNetwork(network: Network): void
  switchNetwork(networkId: string): Promise<void>
}

/** A request of a site, on a network and with accounts that its session has. */
export interface Call {
  readonly method: string
  readonly params: unknown
  readonly network: Network
  /** Numbers of the accounts that the site may use, the active one first. */
  readonly accounts: readonly number[]
  readonly wallet: WalletControls
}

/** A request that makes sense. */
export interface Prepared {
  /** What would happen, for a person. */
  readonly words: string
  /** Tells nothing that the site does not know: it is answered without a question. */
  readonly isQuiet?: boolean
  /** @throws RequestError, or what a node has answered */
  run(): unknown
}

export interface Family {
  readonly namespace: Namespace
  /** The methods that sessions are approved with. */
  readonly methods: readonly string[]
  /** @param index from 0 */
  addressOf(index: number, networkId: string): string
  /** @throws RequestError when the method is unknown, or its parameters are not what it takes */
  prepare(call: Call): Prepared
}

export type Method = (call: Call) => Prepared

/** A method whose parameters have a shape; wallets take more of them than they read. */
export const method =
  <S extends GenericSchema>(schema: S, prepare: (params: InferOutput<S>, call: Call) => Prepared): Method =>
  (call) => {
    const result = safeParse(schema, call.params)
    if (!result.success) throw invalidParams(call.method)
    return prepare(result.output, call)
  }

type Addresses = Pick<Family, 'addressOf'>

/**
 * The number of the account that a request names.
 * @throws RequestError 4100 unless the site may use it
 */
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

const PRINTABLE = /^[\P{C}\n\t]*$/u

/** The text that bytes stand for; undefined when a person could not read it. */
export function readText(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return PRINTABLE.test(text) ? text : undefined
  } catch {
    return undefined
  }
}

import type { CaipNetworkId } from '@portico/contracts'
import type { Json } from '@portico/contracts/embeddedWallet/json'
import { base58, base64 } from '@scure/base'
import { freezeMatter, type Matter } from '../../approval/matter.ts'
import { NOT_SIMULATED } from '../../approval/outcome.ts'
import { Refused } from '../../messages/channel.ts'
import { broadcast, isFound } from '../../rpc/broadcast.ts'
import { NodeUnreachable, nullIfRefused } from '../../rpc/refuse.ts'
import type { Prepared, PrepareOptions, SigningTools } from '../prepared.ts'
import { signBytes } from './eddsa.ts'
import { simulateSolana } from './simulate.ts'
import { readWireTransaction, transactionId, type WireTransaction, withSignature } from './wireTransaction.ts'

const FEE_TIMEOUT_MS = 3_000
/** If the account pays for more transactions than this in one request, no fees are requested. */
const FEES_MAX = 16

type Params = {
  readonly transaction?: string
  readonly transactions?: readonly string[]
  readonly options?: { readonly [name: string]: Json }
}

const sourcesOf = ({ transaction, transactions }: Params): readonly string[] =>
  transactions ?? (transaction === undefined ? [] : [transaction])

/** @throws Refused `invalidRequest` if a transaction is malformed, or has no place for this account's signature */
function readAll(params: Params, account: string): readonly { wire: WireTransaction; place: number }[] {
  const sources = sourcesOf(params)
  if (sources.length === 0) throw new Refused('invalidRequest')
  return sources.map((source) => {
    const wire = readWireTransaction(source)
    const place = wire?.signers.indexOf(account) ?? -1
    if (!wire || place < 0) throw new Refused('invalidRequest')
    return { wire, place }
  })
}

/** Signs each transaction in the account's own place, and nowhere else. */
async function signAll(matter: Matter, { signers }: SigningTools): Promise<readonly Uint8Array[]> {
  const all = readAll(matter.params as Params, matter.account)
  const signatures = await signBytes(
    signers,
    matter,
    all.map(({ wire }) => wire.message),
  )
  return all.map(({ wire, place }, index) => {
    const signature = signatures[index]
    if (!signature) throw new Refused('internal')
    return withSignature(wire, place, signature)
  })
}

/** The status of the one signature that was requested. Undefined for a malformed answer. */
function statusIn(answer: Json): Json | undefined {
  const { value } = (answer ?? {}) as { readonly value?: Json }
  return Array.isArray(value) ? value[0] : undefined
}

async function send(
  { ask }: SigningTools,
  caipNetworkId: CaipNetworkId,
  signed: Uint8Array,
  options: Params['options'],
): Promise<Json> {
  const wire = readWireTransaction(base58.encode(signed))
  if (!wire) throw new Refused('internal')
  const signature = transactionId(wire)
  await broadcast(
    () => ask(caipNetworkId, 'sendTransaction', [base64.encode(signed), { ...options, encoding: 'base64' }]),
    async () => isFound(statusIn(await ask(caipNetworkId, 'getSignatureStatuses', [[signature]]))),
  )
  return { signature }
}

/** The network's fee for a transaction, if a node knows it. @throws NodeUnreachable if no node answers */
async function feeOf({ ask }: SigningTools, caipNetworkId: CaipNetworkId, { message }: WireTransaction) {
  const answer = await ask(caipNetworkId, 'getFeeForMessage', [base64.encode(message), { commitment: 'confirmed' }], {
    timeoutMs: FEE_TIMEOUT_MS,
  }).catch(nullIfRefused)
  const { value = null } = (answer ?? {}) as { readonly value?: Json }
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? BigInt(value) : undefined
}

/** The sum of the fees that this account pays; undefined if it pays none or too many, or if a fee is unknown. */
async function feesOf(tools: SigningTools, caipNetworkId: CaipNetworkId, paid: readonly WireTransaction[]) {
  if (paid.length === 0 || paid.length > FEES_MAX) return undefined
  const fees = await Promise.all(paid.map((wire) => feeOf(tools, caipNetworkId, wire)))
  return fees.reduce<bigint | undefined>(
    (sum, fee) => (sum === undefined || fee === undefined ? undefined : sum + fee),
    0n,
  )
}

/** `solana_signTransaction`, `solana_signAllTransactions`, `solana_signAndSendTransaction`; legacy and version 0. */
export async function prepareSolanaTransactions(options: PrepareOptions): Promise<Prepared> {
  const { request, origin, account, context, tools } = options
  const { method, caipNetworkId } = request
  const matter = freezeMatter({ origin, method, params: request.params, caipNetworkId, account })
  const all = readAll(matter.params as Params, account)
  const [first] = all
  const only = all.length === 1 ? first?.wire : undefined
  const paid = all.flatMap(({ wire }) => (wire.signers[0] === account ? [wire] : []))
  const isSent = method === 'solana_signAndSendTransaction'
  const fee = await feesOf(tools, caipNetworkId, paid).catch((error: unknown) => {
    // Signing needs no node, but sending does.
    if (isSent || !(error instanceof NodeUnreachable)) throw error
    return undefined
  })
  /** Whether the node also simulates the transaction first, and does not send one that fails. */
  const isTried = isSent && (matter.params as Params).options?.skipPreflight !== true
  return {
    matter,
    context,
    fee,
    // Several transactions are not simulated, because one that needs the effects of another would seem to fail.
    async simulate(signal) {
      const found = only ? await simulateSolana(only, context, tools.ask, signal) : NOT_SIMULATED
      return isTried && found.status === 'reverts' ? { status: 'refused' } : found
    },
    async sign(approved) {
      const signed = await signAll(approved, tools)
      if (method === 'solana_signAllTransactions') return { transactions: signed.map((bytes) => base58.encode(bytes)) }
      const [one] = signed
      if (!one) throw new Refused('internal')
      if (method === 'solana_signTransaction') return { transaction: base58.encode(one) }
      return send(tools, approved.caipNetworkId, one, (approved.params as Params).options)
    },
  }
}

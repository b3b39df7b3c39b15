import { type CaipNetworkId, parseCaipNetworkId } from '@portico/contracts'
import type { Json } from '@portico/contracts/embeddedWallet/json'
import { describeRequest, type PreviewContext } from '@portico/contracts/preview'
import type { Addresses } from '../interfaces.ts'
import { Refused } from '../messages/channel.ts'
import { resultWithin } from '../resultWithin.ts'
import type { AskNode } from '../rpc/jsonRpc.ts'
import { networkFacts } from '../rpc/networks.ts'
import { notSent } from '../rpc/notSent.ts'
import type { RpcRequest } from '../rpc/readRequest.ts'
import { NodeUnreachable } from '../rpc/refuse.ts'
import type { RpcDependencies } from '../rpc/rpcDependencies.ts'
import { whoSigns } from '../rpc/whoSigns.ts'
import type { Prepared, PrepareOptions, SigningTools } from '../signing/prepared.ts'
import { knownTokens, withNetworkFacts } from './context.ts'
import type { Familiar, Known } from './familiar.ts'
import { assertShown, fingerprint, freezeMatter } from './matter.ts'
import { NOT_SIMULATED, type Outcome } from './outcome.ts'
import { unlessDropped } from './queue.ts'
import { type Decision, showApproval } from './showApproval.ts'
import { stageOf } from './stage.ts'

/** How long the visitor waits for the simulation. */
const SIMULATION_LIMIT_MS = 3_000

interface ApprovalRequest
  extends Pick<
    RpcDependencies,
    'wallet' | 'accounts' | 'smart' | 'window' | 'root' | 'siteName' | 'onWindow' | 'isReal'
  > {
  readonly request: RpcRequest
  readonly origin: string
  readonly tools: SigningTools
  readonly waiting: number
  readonly familiar: Familiar
}

/** Methods that only sign: nothing is sent. */
const SIGNATURES: readonly string[] = ['personal_sign', 'eth_signTypedData_v4', 'solana_signMessage']

async function prepare(options: PrepareOptions): Promise<Prepared> {
  if (parseCaipNetworkId(options.request.caipNetworkId).namespace === 'solana') {
    return (await import('../signing/solana/prepareSolana.ts')).prepareSolana(options)
  }
  return (await import('../signing/evm/prepareEvm.ts')).prepareEvm(options)
}

/** The parameters to show for a request that could not be prepared. */
async function asRequested({ method, params = null }: RpcRequest): Promise<Json> {
  if (method !== 'wallet_sendCalls') return params
  return (await import('../signing/evm/sendCalls.ts')).batchAsRequested(params)
}

type PrepareBase = Omit<PrepareOptions, 'account' | 'owner' | 'context'>

/** Prepares a request. If the network is unreachable, the screen can only show the parameters as requested. */
async function prepareFor(
  approval: ApprovalRequest,
  addresses: Addresses,
  known: Known,
  base: PrepareBase,
): Promise<Prepared> {
  const { request, origin } = base
  const { method, caipNetworkId } = request
  const { namespace } = parseCaipNetworkId(caipNetworkId)
  const own = addresses[namespace]
  const contextOf = (account: string): PreviewContext => ({
    caipNetworkId,
    account,
    native: networkFacts(caipNetworkId).native,
    origin,
    familiar: [...ownAddresses(addresses, approval), ...known.addresses],
  })
  // Shown if the network is unreachable: it depends on the network whether a smart account signs.
  let account = approval.smart && namespace === 'eip155' ? approval.smart.addressOf(own) : own
  try {
    const signing = await whoSigns(request, addresses, approval)
    account = signing.account
    return await prepare({ ...base, ...signing, context: contextOf(account) })
  } catch (error) {
    if (!(error instanceof NodeUnreachable)) throw error
    return {
      matter: freezeMatter({ origin, method, params: await asRequested(request), caipNetworkId, account }),
      context: contextOf(account),
      isUnreachable: true,
      sign: () => Promise.reject(error),
    }
  }
}

/** The simulated changes, with the names of tokens that the request itself does not name. */
async function withTokens(found: Outcome, { tokens = {} }: PreviewContext, network: CaipNetworkId, ask: AskNode) {
  if (found.status !== 'simulated') return found
  const others = [...found.changes, ...(found.grants ?? [])].flatMap(({ token }) =>
    token === undefined || Object.hasOwn(tokens, token) ? [] : [token],
  )
  return { ...found, tokens: await knownTokens(others, network, ask) }
}

async function limited(simulate: (signal: AbortSignal) => Promise<Outcome>): Promise<Outcome> {
  const life = new AbortController()
  const found = simulate(life.signal).catch(() => NOT_SIMULATED)
  // After the limit, pending requests are no longer needed.
  return (await resultWithin(found, SIMULATION_LIMIT_MS).finally(() => life.abort())) ?? NOT_SIMULATED
}

/** The visitor's own addresses, so that look-alikes of them are detected. */
const ownAddresses = ({ eip155, solana }: Addresses, { smart }: Pick<ApprovalRequest, 'smart'>): readonly string[] => [
  eip155,
  solana,
  ...(smart ? [smart.addressOf(eip155)] : []),
]

/**
 * Shows a request, waits for the visitor, and signs exactly what was shown. If that fails, the screen says why, and the
 * page learns the reason after the visitor has read it.
 * @param dropped withdraws the request if it aborts before the visitor has approved; an approved request is carried out
 *   even if the page stops waiting
 * @throws Refused `rejected`, `invalidRequest` if it is unclear what would be signed, and signing errors
 */
export async function approve(approval: ApprovalRequest, dropped: AbortSignal): Promise<Json> {
  const { request, origin, tools, wallet } = approval
  const addresses = await unlessDropped(wallet.addresses(), dropped)
  const known = await unlessDropped(approval.familiar.open(), dropped)
  /** The previous screen, which stays in sight during a retry. */
  let before: Decision | undefined
  for (;;) {
    const preparing = prepareFor(approval, addresses, known, { request, origin, tools, signal: dropped })
    const prepared = await unlessDropped(preparing, dropped).finally(() => before?.close())
    const { matter, sign } = prepared
    const shown = fingerprint(matter)
    const { decision, description } = await show(approval, prepared, dropped)
    try {
      if ((await decision.approved) === 'again') {
        before = decision
        continue
      }
      assertShown(matter, shown)
      const answer = await sign(matter).catch(async (error: unknown) => {
        const failure = notSent(error)
        await decision.tell(failure)
        throw failure === 'internal' ? error : new Refused(failure)
      })
      await known.remember(matter.method, description)
      return answer
    } finally {
      if (before !== decision) decision.close()
    }
  }
}

async function show(approval: ApprovalRequest, prepared: Prepared, dropped: AbortSignal) {
  const { request, tools } = approval
  const { caipNetworkId } = request
  const { matter, context, fee, isDeployment, isUnreachable, simulate } = prepared
  const known = await unlessDropped(withNetworkFacts(matter, context, tools.ask), dropped)
  const description = describeRequest(matter, known)
  if (description.kind === 'unknownRequest') throw new Refused('invalidRequest')
  const decision = showApproval(
    {
      origin: matter.origin,
      siteName: approval.siteName?.(),
      account: matter.account,
      context: known,
      description,
      fee,
      isDeployment,
      isUnreachable,
      isSignature: SIGNATURES.includes(matter.method),
      outcome: simulate && limited(async (late) => withTokens(await simulate(late), known, caipNetworkId, tools.ask)),
      waiting: approval.waiting,
    },
    stageOf(approval),
    dropped,
  )
  return { decision, description }
}

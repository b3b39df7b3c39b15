import type { Json } from '@portico/contracts/embeddedWallet/json'
import { type Hex, readTransaction } from '@portico/contracts/preview'
import { freezeMatter, type Matter } from '../../approval/matter.ts'
import { Refused } from '../../messages/channel.ts'
import { evmChainId } from '../../rpc/evmChainId.ts'
import { NodeFailure } from '../../rpc/refuse.ts'
import type { Operation, SmartCall } from '../../smartAccount/operation.ts'
import { isSameAddress } from '../isSameAddress.ts'
import type { Prepared, PrepareOptions } from '../prepared.ts'
import { simulateCalls, whyRefused } from './simulate.ts'

export type WholeCall = Required<SmartCall>

/**
 * One call as the preview reads it.
 * @throws Refused `invalidRequest` for what is none; also for one of the account's own settings, such as its owners
 */
function callOf(source: unknown, account: string): WholeCall {
  const read = readTransaction(source)
  if (!read?.to || read.authorizations.length > 0) throw new Refused('invalidRequest')
  if (isSameAddress(read.to, account) && read.data !== '0x') throw new Refused('invalidRequest')
  return { to: read.to, value: read.value, data: read.data }
}

/** @throws Refused `invalidRequest` where there is none */
export function callsOf(sources: readonly unknown[], account: string): readonly WholeCall[] {
  if (sources.length === 0) throw new Refused('invalidRequest')
  return sources.map((source) => callOf(source, account))
}

interface Wanted {
  /** What is shown. */
  readonly params: Json
  /** The calls in it. */
  readonly sources: (params: Json) => readonly unknown[]
  /** Goes on with the hash of the operation. */
  readonly answer: (operationHash: Hex, chainId: number) => Promise<Json>
}

/**
 * Calls of a smart account, as one user operation. That is prepared before anything is shown and belongs to what is decided
 * on; before it is signed, it is held against the calls that were shown. Where the bundler refuses it, the visitor is shown
 * what was asked for and why it cannot be, and nothing is signed whatever they press.
 */
export async function prepareSmartOperation(
  { request, origin, account, owner, context, tools, signal }: PrepareOptions,
  { params, sources, answer }: Wanted,
): Promise<Prepared> {
  const { smart, ask } = tools
  const { method, caipNetworkId } = request
  if (!smart || owner === undefined) throw new Refused('internal')
  const chainId = evmChainId(caipNetworkId)
  const calls = callsOf(sources(params), account)
  const prepared = await smart.prepare(owner, chainId, calls, signal).catch((error: unknown) => {
    if (error instanceof NodeFailure) return error
    throw error
  })
  const base = { origin, method, params, caipNetworkId, account }
  if (prepared instanceof NodeFailure) {
    return {
      matter: freezeMatter(base),
      context,
      simulate: (late) => whyRefused({ from: account, calls }, prepared, caipNetworkId, ask, late),
      sign: () => Promise.reject(prepared),
    }
  }
  const { operation, feeMax, isDeployment } = prepared
  const matter = freezeMatter({ ...base, operation })

  async function shownOperation(approved: Matter): Promise<Operation> {
    const frozen = approved.operation as Operation | undefined
    const callData = await smart?.callData(callsOf(sources(approved.params), approved.account))
    const isShown = frozen?.callData === callData && isSameAddress(frozen?.sender, approved.account)
    if (!frozen || !isShown) throw new Refused('internal')
    return frozen
  }

  return {
    matter,
    context,
    fee: feeMax,
    isDeployment,
    simulate: (late) => simulateCalls({ from: account, calls, fee: feeMax }, context, ask, late),
    async sign(approved) {
      const sent = await smart.send({ owner, chainId, operation: await shownOperation(approved) })
      return answer(sent, chainId)
    },
  }
}

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

/** @throws Refused `invalidRequest` for a malformed call, or one that changes the account itself, such as its owners */
function callOf(source: unknown, account: string): WholeCall {
  const read = readTransaction(source)
  if (!read?.to || read.authorizations.length > 0) throw new Refused('invalidRequest')
  if (isSameAddress(read.to, account) && read.data !== '0x') throw new Refused('invalidRequest')
  return { to: read.to, value: read.value, data: read.data }
}

/** @throws Refused `invalidRequest` if there are no calls, or as `callOf` does */
export function callsOf(sources: readonly unknown[], account: string): readonly WholeCall[] {
  if (sources.length === 0) throw new Refused('invalidRequest')
  return sources.map((source) => callOf(source, account))
}

interface Wanted {
  /** The parameters that are shown. */
  readonly params: Json
  /** Reads the calls from these parameters. */
  readonly sources: (params: Json) => readonly unknown[]
  /** Makes the answer from the hash of the sent operation. */
  readonly answer: (operationHash: Hex, chainId: number) => Promise<Json>
}

/**
 * Prepares calls of a smart account as one user operation, which is part of what the visitor decides on: it is prepared
 * before anything is shown, and compared with the shown calls before it is signed. If the bundler refuses the
 * operation, the screen shows the request and why it fails, and nothing can be signed.
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

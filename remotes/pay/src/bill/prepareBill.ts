import type { ActingCommands, Network, PayArguments } from '@portico/contracts'
import { parseAmount } from '@portico/contracts/money'
import type { Bill, BillProblem } from './bill.ts'
import { lookUpToken } from './lookUpToken.ts'
import { readRequest } from './readRequest.ts'

/** Checks a site's request against the chain, whose decimals define the amount. Rejects only if `signal` aborts. */
export async function prepareBill(
  given: PayArguments,
  networks: readonly Network[],
  ask: Pick<ActingCommands, 'askNode'>,
  signal: AbortSignal,
): Promise<Bill | BillProblem> {
  const request = readRequest(given, networks)
  if ('problem' in request) return request
  const { network, recipient } = request
  const found = await lookUpToken(network, request.token, given.paymentAsset?.metadata, ask, signal).catch(() => null)
  signal.throwIfAborted()
  const name = network.name
  if (found === null) return { problem: 'pay.problem.unreachable', values: { network: name }, isTemporary: true }
  if (!found) return { problem: 'pay.problem.asset', values: { network: name } }
  if (request.decimals !== undefined && request.decimals !== found.decimals) {
    return { problem: 'pay.problem.decimals', values: { symbol: found.symbol, decimals: String(found.decimals) } }
  }
  const amount = parseAmount(request.amount, found.decimals)
  if (amount === 'tooPrecise') {
    return { problem: 'pay.problem.tooPrecise', values: { symbol: found.symbol, decimals: String(found.decimals) } }
  }
  if (typeof amount !== 'bigint') return { problem: 'pay.problem.amount', values: { amount: request.amount } }
  const { address, symbol, decimals } = found as typeof found & { readonly address?: string }
  return {
    caipNetworkId: network.caipNetworkId,
    recipient,
    amount: String(amount),
    token: { ...(address !== undefined && { address }), name: found.name, symbol, decimals },
  }
}

import type { ActingCommands, EvmTransactionRequest, Network } from '@portico/contracts'
import { evmNode, withGasMargin } from '@portico/contracts/chains/evm/node'
import type { Grant } from '../grant.ts'
import type { Revocation } from '../revocation.ts'
import { PERMIT2, REVOKE } from './abi.ts'

/** Which contract is called with what. @throws TypeError for a permission that no call takes back */
function callOf({ kind, token, spender, tokenId }: Grant): Pick<EvmTransactionRequest, 'to' | 'data'> {
  if (token !== undefined) {
    if (kind === 'token') return { to: token, data: REVOKE.token(spender) }
    if (kind === 'permit2') return { to: PERMIT2, data: REVOKE.permit2(token, spender) }
    if (kind === 'nfts') return { to: token, data: REVOKE.nfts(spender) }
    if (kind === 'nft' && tokenId !== undefined) return { to: token, data: REVOKE.nft(BigInt(tokenId)) }
  }
  throw new TypeError(`A call does not take back ${kind}.`)
}

/** @throws ModalError `node.refused` if it would fail, `service.unreachable`, `service.invalidAnswer` */
export async function revokeEvm(
  asking: Pick<ActingCommands, 'askNode'>,
  network: Network,
  from: string,
  grant: Grant,
  signal: AbortSignal,
): Promise<Revocation> {
  const { caipNetworkId } = network
  const node = evmNode(asking, caipNetworkId, signal)
  const request: EvmTransactionRequest = { namespace: 'eip155', caipNetworkId, from, value: 0n, ...callOf(grant) }
  const [gas, price, coins] = await Promise.all([node.gas(request), node.gasPrice(), node.coins(from)])
  const fee = withGasMargin(gas) * price
  return { request, fee, isShort: coins < fee }
}

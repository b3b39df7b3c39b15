import { defaultVerifiers } from '@portico/siwx/verifiers'
import { ServiceError } from '../http/errors.ts'
import type { UpstreamList } from '../jsonRpc/upstreamList.ts'
import type { SignedData } from './checkMessage.ts'

/** @throws ServiceError `auth.signature`; `upstream.unavailable` if no node answers for a contract account */
export type VerifySignature = (data: SignedData, message: string, signature: string) => Promise<void>

/**
 * Verifies EIP-191 signatures; ERC-1271 and ERC-6492 signatures of contract accounts, with the nodes of their chain;
 * Ed25519; BIP-322 and Bitcoin's older signatures.
 */
export const createVerifySignature =
  (upstreams: UpstreamList): VerifySignature =>
  async (data, message, signature) => {
    const { chainId } = data
    const [namespace] = chainId.split(':')
    const nodes = namespace === 'eip155' ? (upstreams.get(chainId) ?? []) : []
    // Most signatures need no node, so without nodes one round is enough.
    for (const node of nodes.length > 0 ? nodes : [undefined]) {
      const verifiers = defaultVerifiers({ rpcUrls: node && { [chainId]: node.href } })
      const verifier = verifiers.find(({ chainNamespace }) => chainNamespace === namespace)
      const isValid = verifier ? await verifier.verify({ data, message, signature }) : false
      if (isValid) return
      if (isValid === false) throw new ServiceError('auth.signature')
    }
    throw new ServiceError('upstream.unavailable')
  }

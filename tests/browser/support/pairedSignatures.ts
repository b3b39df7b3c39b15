import type { ChainNamespace, SIWXSession } from '@portico/contracts'
import { base58 } from '@scure/base'
import { type Address, type Hex, verifyMessage } from 'viem'
import type { BitcoinProvider } from '../../../host/src/chains/bip122/provider.ts'
import type { SolanaProvider } from '../../../host/src/chains/solana/provider.ts'
import { verifyBip122 } from '../../../packages/siwx/src/verifiers/bip122/verifyBip122.ts'
import { verifySolana } from '../../../packages/siwx/src/verifiers/solana.ts'
import type { Visit } from './visit.ts'

interface Eip1193 {
  request(request: { method: string; params?: unknown }): Promise<unknown>
}

/** Has a family's wallet sign a message, as a site would that does not know how the wallet is connected. */
export async function sign(visitor: Visit, namespace: ChainNamespace, message: string): Promise<string> {
  if (namespace === 'eip155') {
    return visitor.onPage(async (modal, text) => {
      const provider = modal.getProvider('eip155') as Eip1193
      const hex = Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, '0')).join('')
      const params = [`0x${hex}`, modal.getAddress('eip155')]
      return (await provider.request({ method: 'personal_sign', params })) as string
    }, message)
  }
  if (namespace === 'solana') {
    const bytes = await visitor.onPage(async (modal, text) => {
      const provider = modal.getProvider('solana') as SolanaProvider
      return [...(await provider.signMessage(new TextEncoder().encode(text)))]
    }, message)
    return base58.encode(Uint8Array.from(bytes))
  }
  return visitor.onPage(async (modal, text) => {
    const provider = modal.getProvider('bip122') as BitcoinProvider
    return provider.signMessage({ message: text, address: modal.getAddress('bip122') ?? '' })
  }, message)
}

/** Whether the owner of an account (CAIP-10) has signed. */
export async function isSignedBy(caipAddress: string, message: string, signature: string): Promise<boolean> {
  const [namespace, reference, accountAddress = ''] = caipAddress.split(':')
  if (namespace === 'eip155') {
    return verifyMessage({ address: accountAddress as Address, message, signature: signature as Hex })
  }
  const chainId = `${namespace}:${reference}`
  const session = { data: { accountAddress, chainId }, message, signature } as SIWXSession
  return namespace === 'solana' ? verifySolana(session) : verifyBip122(session)
}

import { createWalletClient, type Hex, http, publicActions } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'

interface Call {
  readonly to: Hex
  readonly value: Hex
  readonly data?: Hex
}

/** An EIP-1193 wallet that signs with a real key, and approves everything. */
export function evmProvider(url: string, account: PrivateKeyAccount) {
  const client = createWalletClient({ account, transport: http(url) }).extend(publicActions)
  return {
    async request({ method, params = [] }: { method: string; params?: readonly unknown[] }) {
      if (method !== 'eth_sendTransaction') return client.request({ method, params } as never)
      const { to, value, data } = params[0] as Call
      return client.sendTransaction({ chain: null, to, value: BigInt(value), ...(data && { data }) })
    },
  }
}

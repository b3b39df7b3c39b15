import type { RpcNamespace } from './methods.ts'

/** For each method, a function from the reference of the CAIP-2 id to the result as JSON. */
const answers: Readonly<Record<RpcNamespace, Readonly<Record<string, (reference: string) => string>>>> = {
  eip155: {
    eth_chainId: (reference) => `"0x${BigInt(reference).toString(16)}"`,
    net_listening: () => 'true',
    net_version: (reference) => `"${reference}"`,
  },
  solana: {},
  bip122: {},
}

/**
 * services.md §8: answers that can be derived from the chain id need no node.
 * @returns the result as JSON; undefined for every other method
 */
export function localAnswer(namespace: RpcNamespace, reference: string, method: string): string | undefined {
  const known = answers[namespace]
  return Object.hasOwn(known, method) ? known[method]?.(reference) : undefined
}

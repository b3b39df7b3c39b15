import type { RpcNamespace } from './methods.ts'

/** The answers, keyed by method. Each answer is JSON that is computed from the reference in the CAIP-2 id. */
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
 * services.md §8: an answer that follows from the chain id and needs no node.
 * @returns the result as JSON; undefined for any other method
 */
export function localAnswer(namespace: RpcNamespace, reference: string, method: string): string | undefined {
  const known = answers[namespace]
  return Object.hasOwn(known, method) ? known[method]?.(reference) : undefined
}

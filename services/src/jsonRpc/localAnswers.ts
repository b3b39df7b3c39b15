import type { RpcNamespace } from './methods.ts'

/** By method, with the reference of the CAIP-2 id; the result is JSON. */
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
 * services.md §8: what the id of the chain answers already is not asked of any node.
 * @returns the result as JSON; undefined for every other method
 */
export function localAnswer(namespace: RpcNamespace, reference: string, method: string): string | undefined {
  const known = answers[namespace]
  return Object.hasOwn(known, method) ? known[method]?.(reference) : undefined
}

import type { createLocalSafe } from './localSafe.ts'

/** The interface's behavior, from the query's `safe`: every word but `ok` is a fault or a restriction. */
export type SafeBehaviour = 'ok' | 'silent' | 'garbage' | 'reject' | 'onchain'

type Params = Readonly<Record<string, unknown>>

const NO_SAFE = { safeAddress: '<b>0x</b>', chainId: '31337', threshold: null }

/**
 * The answers of the Safe Apps message protocol, by method.
 * @throws Error whose message goes back to the app
 */
export function createAnswers(safe: ReturnType<typeof createLocalSafe>, behaviour: SafeBehaviour) {
  let isOffChain = false

  const asOwner = <T>(act: () => T): T => {
    if (behaviour === 'reject') throw new Error('Transaction was rejected')
    return act()
  }
  const isOnChain = () => behaviour === 'onchain' || !isOffChain

  const answers: Readonly<Record<string, (params: Params) => unknown>> = {
    getSafeInfo: () => (behaviour === 'garbage' ? NO_SAFE : safe.info),
    sendTransactions: ({ txs }) =>
      asOwner(() => safe.propose((txs as Parameters<typeof safe.propose>[0][])[0] as never)),
    signMessage: ({ message }) => asOwner(() => safe.signText(String(message), isOnChain())),
    signTypedMessage: ({ typedData }) => asOwner(() => safe.signTyped(typedData as never, isOnChain())),
    getTxBySafeTxHash({ safeTxHash }) {
      const found = safe.track(String(safeTxHash))
      if (!found) throw new Error('Transaction not found')
      return found
    },
    rpcCall({ call, params }) {
      if (call !== 'safe_setSettings') return safe.read(String(call), params)
      isOffChain = (params as { offChainSigning?: boolean }[])[0]?.offChainSigning === true
      return { offChainSigning: isOffChain }
    },
  }

  return (method: string, params: unknown): unknown => {
    const answer = answers[method]
    if (!answer) throw new Error(`${method} is not known here`)
    return answer((params ?? {}) as Params)
  }
}

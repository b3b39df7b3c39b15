import { HashText, HexQuantityText } from '@portico/contracts/embeddedWallet/hexText'
import type { Json } from '@portico/contracts/embeddedWallet/json'
import type { Hex } from '@portico/contracts/preview'
import { array, boolean, type InferOutput, object, safeParse, string, unknown } from 'valibot'
import { Refused } from '../messages/channel.ts'
import type { AskNode } from '../rpc/jsonRpc.ts'
import { NodeUnreachable } from '../rpc/refuse.ts'
import { createAskBundler } from './askBundler.ts'
import type { PreparedOperation, SmartCall } from './operation.ts'
import type { SignAsOwner } from './operations.ts'
import { safeAddress } from './safeAddress.ts'
import { hasCode, hasSmartAccounts } from './smartNetworks.ts'

export interface SmartAccountsSetup {
  /** ERC-4337 bundlers, keyed by CAIP-2 id; networks without one have no smart accounts. */
  readonly bundlers: Readonly<Record<string, string>>
  readonly ask: AskNode
  readonly fetch: typeof fetch
  readonly sign: SignAsOwner
  readonly now?: () => number
}

/** The fields of `eth_getUserOperationReceipt` (ERC-7769) that are read here. */
const Receipt = object({
  /** False if the operation's calls failed; the fee was paid in any case. */
  success: boolean(),
  sender: string(),
  /** The logs of this operation's calls, without those of other operations in the transaction. */
  logs: array(unknown()),
  receipt: object({
    transactionHash: HashText,
    blockHash: HashText,
    blockNumber: HexQuantityText,
    gasUsed: HexQuantityText,
  }),
})
export type OperationReceipt = InferOutput<typeof Receipt>

/** Undefined while there is no receipt. @throws NodeUnreachable for a malformed receipt */
function readReceipt(answer: Json): OperationReceipt | undefined {
  if (answer === null) return undefined
  const read = safeParse(Receipt, answer)
  if (!read.success) throw new NodeUnreachable()
  return read.output
}

type Sendable = Pick<PreparedOperation, 'owner' | 'chainId' | 'operation'>

const POLL_MS = 1_000
/** How long to wait for an earlier operation. */
const WAIT_MAX_MS = 30_000
/** An operation that no block contains after this time counts as dropped. */
const DROPPED_MS = 300_000

/**
 * The smart accounts of the embedded wallet: one for each owner's address, with the same address on every network. This
 * module is small, because the code that encodes and signs operations loads only when an account acts.
 */
export function createSmartAccounts(setup: SmartAccountsSetup) {
  const { bundlers, ask, sign, now = Date.now } = setup
  const askBundler = createAskBundler(bundlers, setup.fetch)
  const parts = { ask, askBundler, sign }
  const load = () => import('./operations.ts')
  const known = new Map<number, Promise<boolean>>()
  /** The latest operation that may still be pending, keyed by account and network. */
  const unsettled = new Map<string, { readonly hash: Hex; readonly atMs: number }>()

  /** Whether this network has smart accounts. @throws NodeUnreachable */
  function isOn(chainId: number): Promise<boolean> {
    if (!Object.hasOwn(bundlers, `eip155:${chainId}`)) return Promise.resolve(false)
    const before = known.get(chainId)
    if (before) return before
    const asking = hasSmartAccounts(chainId, ask)
    known.set(chainId, asking)
    // Only a positive answer is final, because a node that lags behind may not have all contracts yet.
    const askAgain = () => known.delete(chainId)
    asking.then((isThere) => isThere || askAgain(), askAgain)
    return asking
  }

  /** Undefined until a transaction contains the operation. */
  async function receipt(chainId: number, hash: Hex): Promise<OperationReceipt | undefined> {
    return readReceipt(await askBundler(chainId, 'eth_getUserOperationReceipt', [hash]))
  }

  const keyOf = (owner: string, chainId: number) => `${chainId} ${owner.toLowerCase()}`

  /** Waits for an earlier operation. @throws Refused `internal` if it is still pending */
  async function settled(owner: string, chainId: number, signal?: AbortSignal): Promise<void> {
    const key = keyOf(owner, chainId)
    const begunMs = now()
    for (;;) {
      const before = unsettled.get(key)
      if (!before || now() - before.atMs > DROPPED_MS) return
      if (await receipt(chainId, before.hash)) {
        unsettled.delete(key)
        return
      }
      if (signal?.aborted || now() - begunMs > WAIT_MAX_MS) throw new Refused('internal')
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    }
  }

  return {
    addressOf: safeAddress,
    isOn,
    /** Chain ids of the networks with smart accounts, without those that are currently unreachable. */
    async networks(): Promise<readonly number[]> {
      const ids = Object.keys(bundlers).map((id) => Number(id.slice('eip155:'.length)))
      const there = await Promise.all(ids.map((id) => isOn(id).catch(() => false)))
      return ids.filter((_, index) => there[index])
    },
    isDeployed: (owner: string, chainId: number) => hasCode(chainId, safeAddress(owner), ask),
    /** Signs the hash of a message or of typed data, for ERC-1271 or, before the account is deployed, ERC-6492. */
    signHash: async (owner: string, chainId: number, hash: Hex) => (await load()).signHash(owner, chainId, hash, parts),
    /** The account's calldata for these calls. */
    callData: async (calls: readonly SmartCall[]) => (await load()).encodeCalls(calls),
    /**
     * Fills in nonce, gas and fees. Waits for an earlier operation sent from here, which would otherwise have the same
     * nonce.
     * @throws NodeFailure if the bundler refuses the operation, for example because a call fails
     */
    async prepare(owner: string, chainId: number, calls: readonly SmartCall[], signal?: AbortSignal) {
      const { prepareOperation } = await load()
      await settled(owner, chainId, signal)
      return prepareOperation(owner, chainId, calls, parts)
    },
    /**
     * Signs and sends an operation.
     * @returns its hash (ERC-4337), which is not the transaction's, even if the bundler may not have accepted the
     *   operation
     */
    async send(prepared: Sendable): Promise<Hex> {
      const { sendOperation } = await load()
      const hash = await sendOperation(prepared, parts)
      unsettled.set(keyOf(prepared.owner, prepared.chainId), { hash, atMs: now() })
      return hash
    },
    receipt,
    /** Sends a page's request to the network's bundler. */
    ask: askBundler,
  }
}
export type SmartAccounts = ReturnType<typeof createSmartAccounts>

import type { Json } from '@portico/contracts/embeddedWallet/json'
import type { Hex } from '@portico/contracts/preview'
import { Refused } from '../messages/channel.ts'
import type { AskNode } from '../rpc/jsonRpc.ts'
import { createAskBundler } from './askBundler.ts'
import type { PreparedOperation, SmartCall } from './operation.ts'
import { type OperationReceipt, readReceipt } from './operationReceipt.ts'
import type { SignAsOwner } from './operations.ts'
import { safeAddress } from './safeAddress.ts'
import { hasCode, hasSmartAccounts } from './smartNetworks.ts'

export interface SmartAccountsSetup {
  /** ERC-4337 bundlers by CAIP-2 id; where there is none there are no smart accounts. */
  readonly bundlers: Readonly<Record<string, string>>
  readonly ask: AskNode
  readonly fetch: typeof fetch
  readonly sign: SignAsOwner
  readonly now?: () => number
}

type Sendable = Pick<PreparedOperation, 'owner' | 'chainId' | 'operation'>

/** The smart accounts of the embedded wallet: one for each owner, at one address everywhere. An owner is an address. */
export interface SmartAccounts {
  addressOf(owner: string): Hex
  /** Where there are smart accounts. A network that cannot be asked at present is left out. */
  networks(): Promise<readonly number[]>
  /** Whether there are any on this network. @throws NodeUnreachable when it cannot be asked */
  isOn(chainId: number): Promise<boolean>
  isDeployed(owner: string, chainId: number): Promise<boolean>
  /** Of a message or of typed data. Verifiable by ERC-1271, and by ERC-6492 before the account is deployed. */
  signHash(owner: string, chainId: number, hash: Hex): Promise<Hex>
  /**
   * Fills in nonce, gas and fees. An operation that was sent from here before is waited for, as both would have one nonce.
   * @throws NodeFailure where the bundler refuses it, as for calls that fail
   */
  prepare(owner: string, chainId: number, calls: readonly SmartCall[], signal?: AbortSignal): Promise<PreparedOperation>
  /** What the account would be called with. */
  callData(calls: readonly SmartCall[]): Promise<Hex>
  /**
   * Signs and sends it.
   * @returns its hash (ERC-4337), which is not that of a transaction; also where nobody knows whether it was taken
   */
  send(prepared: Sendable): Promise<Hex>
  /** Undefined as long as no transaction has it. */
  receipt(chainId: number, operationHash: Hex): Promise<OperationReceipt | undefined>
  /** What a page may ask the bundler of a network. */
  ask(chainId: number, method: string, params: unknown, signal?: AbortSignal): Promise<Json>
}

const POLL_MS = 1_000
/** So long one that was sent before is waited for. */
const WAIT_MAX_MS = 30_000
/** What no block has had by then was dropped. */
const DROPPED_MS = 300_000

/** Small: what encodes and signs operations comes when an account acts. */
export function createSmartAccounts(setup: SmartAccountsSetup): SmartAccounts {
  const { bundlers, ask, sign, now = Date.now } = setup
  const askBundler = createAskBundler(bundlers, setup.fetch)
  const parts = { ask, askBundler, sign }
  const load = () => import('./operations.ts')
  const known = new Map<number, Promise<boolean>>()
  /** By account and network. */
  const unsettled = new Map<string, { readonly hash: Hex; readonly atMs: number }>()

  function isOn(chainId: number): Promise<boolean> {
    if (!Object.hasOwn(bundlers, `eip155:${chainId}`)) return Promise.resolve(false)
    const before = known.get(chainId)
    if (before) return before
    const asking = hasSmartAccounts(chainId, ask)
    known.set(chainId, asking)
    // A node that lags behind has not all of it yet: only what is there stays there.
    const askAgain = () => known.delete(chainId)
    asking.then((isThere) => isThere || askAgain(), askAgain)
    return asking
  }

  async function receipt(chainId: number, hash: Hex): Promise<OperationReceipt | undefined> {
    return readReceipt(await askBundler(chainId, 'eth_getUserOperationReceipt', [hash]))
  }

  const keyOf = (owner: string, chainId: number) => `${chainId} ${owner.toLowerCase()}`

  /** @throws Refused `internal` where it is still on its way */
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
    async networks() {
      const ids = Object.keys(bundlers).map((id) => Number(id.slice('eip155:'.length)))
      const there = await Promise.all(ids.map((id) => isOn(id).catch(() => false)))
      return ids.filter((_, index) => there[index])
    },
    isDeployed: (owner, chainId) => hasCode(chainId, safeAddress(owner), ask),
    signHash: async (owner, chainId, hash) => (await load()).signHash(owner, chainId, hash, parts),
    callData: async (calls) => (await load()).encodeCalls(calls),
    async prepare(owner, chainId, calls, signal) {
      const { prepareOperation } = await load()
      await settled(owner, chainId, signal)
      return prepareOperation(owner, chainId, calls, parts)
    },
    async send(prepared) {
      const { sendOperation } = await load()
      const hash = await sendOperation(prepared, parts)
      unsettled.set(keyOf(prepared.owner, prepared.chainId), { hash, atMs: now() })
      return hash
    },
    receipt,
    ask: askBundler,
  }
}

import { WalletKit } from '@reown/walletkit'
import { Core } from '@walletconnect/core'
import type { SessionTypes } from '@walletconnect/types'
import { buildApprovedNamespaces, buildAuthObject, populateAuthPayload } from '@walletconnect/utils'
import { type Hex, isHex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'

type Kit = Awaited<ReturnType<typeof WalletKit.init>>
export type Namespaces = Record<string, { chains: string[]; methods: string[]; events: string[]; accounts: string[] }>

export interface AskedRequest {
  readonly chainId: string
  readonly method: string
  readonly params: unknown
}

/** A wallet's answer to a request: a result, or an error. */
export type Answer = { readonly result: unknown } | { readonly error: { code: number; message: string } }

export interface WalletOptions {
  readonly relayUrl: string
  readonly projectId: string
  /** Supported namespaces; by default one EVM account on Ethereum and Polygon that signs messages. */
  readonly namespaces?: Namespaces
  readonly name?: string
  readonly icons?: string[]
  answer?(request: AskedRequest): Answer | undefined | Promise<Answer | undefined>
  /** Reaction to a proposal; by default it approves. */
  readonly onProposal?: 'approve' | 'reject' | 'wait'
  /** Signature type for one-click authentication; without it, the wallet answers the accompanying proposal. */
  readonly authenticates?: 'eip191' | 'eip1271'
}

/** In-memory storage: every wallet of a test starts empty. */
function memory() {
  const kept = new Map<string, unknown>()
  return {
    getKeys: async () => [...kept.keys()],
    getEntries: async <T>() => [...kept.entries()] as [string, T][],
    getItem: async <T>(key: string) => kept.get(key) as T | undefined,
    setItem: async (key: string, value: unknown) => void kept.set(key, value),
    removeItem: async (key: string) => void kept.delete(key),
  }
}

export interface PairingWallet {
  readonly kit: Kit
  readonly address: Hex
  /** Received requests, in order. */
  readonly asked: readonly AskedRequest[]
  /** Topics of sessions that the page has ended. */
  readonly ended: readonly string[]
  sessions(): SessionTypes.Struct[]
  pair(uri: string): Promise<void>
  /** Approves the pending proposal. */
  approve(): Promise<void>
  proposed(): boolean
  close(): Promise<void>
}

/** A wallet with a real key on the other side of the relay. */
export async function startWallet(options: WalletOptions): Promise<PairingWallet> {
  const { relayUrl, projectId, onProposal = 'approve', name = 'Test wallet', icons = [] } = options
  const account = privateKeyToAccount(generatePrivateKey())
  const chains = ['eip155:1', 'eip155:137']
  const namespaces: Namespaces = options.namespaces ?? {
    eip155: {
      chains,
      methods: ['personal_sign', 'eth_sendTransaction'],
      events: ['accountsChanged', 'chainChanged'],
      accounts: chains.map((chain) => `${chain}:${account.address}`),
    },
  }
  const prefix = crypto.randomUUID()
  const quiet = { projectId, relayUrl, storage: memory(), telemetryEnabled: false, logger: 'silent' } as const
  const core = new Core({ ...quiet, customStoragePrefix: prefix })
  // The client reports its start to its vendor, regardless of the telemetry setting.
  core.eventClient.init = async () => {}
  const kit = await WalletKit.init({
    core,
    metadata: { name, description: '', url: 'https://wallet.example', icons },
  })
  const asked: AskedRequest[] = []
  const ended: string[] = []
  let waiting: Parameters<Parameters<typeof kit.on<'session_proposal'>>[1]>[0] | undefined

  async function approve() {
    if (!waiting) throw new Error('nothing was proposed')
    const { id, params } = waiting
    waiting = undefined
    await kit.approveSession({
      id,
      namespaces: buildApprovedNamespaces({ proposal: params, supportedNamespaces: namespaces }),
    })
  }

  kit.on('session_proposal', (proposal) => {
    waiting = proposal
    if (onProposal === 'approve') void approve().catch(() => {})
    if (onProposal === 'reject') {
      void kit.rejectSession({ id: proposal.id, reason: { code: 5000, message: 'User rejected.' } })
    }
  })
  kit.on('session_request', async ({ id, topic, params: { chainId, request } }) => {
    const { method, params } = request
    asked.push({ chainId, method, params })
    const own = await options.answer?.({ chainId, method, params })
    const [text] = Array.isArray(params) ? params : []
    const signed =
      method === 'personal_sign' && isHex(text)
        ? { result: await account.signMessage({ message: { raw: text } }) }
        : { error: { code: 5101, message: 'Unsupported methods.' } }
    await kit.respondSessionRequest({ topic, response: { id, jsonrpc: '2.0', ...(own ?? signed) } })
  })
  kit.on('session_delete', ({ topic }) => void ended.push(topic))
  const { authenticates } = options
  if (authenticates) {
    kit.on('session_authenticate', async ({ id, params }) => {
      const payload = populateAuthPayload({ authPayload: params.authPayload, chains, methods: ['personal_sign'] })
      const iss = `eip155:1:${account.address}`
      const message = kit.formatAuthMessage({ request: payload, iss })
      const auth = buildAuthObject(payload, { t: authenticates, s: await account.signMessage({ message }) }, iss)
      await kit.approveSessionAuthenticate({ id, auths: [auth] })
    })
  }

  return {
    kit,
    address: account.address,
    asked,
    ended,
    sessions: () => Object.values(kit.getActiveSessions()),
    pair: (uri) => kit.pair({ uri }),
    approve,
    proposed: () => waiting !== undefined,
    async close() {
      core.heartbeat.stop()
      core.relayer.transportOpen = async () => {}
      // Pending work then waits forever, instead of reconnecting again and again.
      Object.assign(core.relayer, { toEstablishConnection: () => new Promise(() => {}) })
      await core.relayer.transportClose().catch(() => {})
      const page = globalThis as Record<string, unknown>
      for (const end of ['', '_count']) delete page[`_walletConnectCore_${prefix}${end}`]
    },
  }
}

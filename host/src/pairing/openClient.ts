import { Core } from '@walletconnect/core'
import { SignClient } from '@walletconnect/sign-client'
import type { SessionTypes } from '@walletconnect/types'
import { UniversalProvider } from '@walletconnect/universal-provider'
import { createKeptStorage, type KeptStorage } from './keptStorage.ts'
import type { PairingSetup } from './setup.ts'
import { tameClient, tameCore } from './tameClient.ts'
import type { Provider } from './universalProvider.ts'

type Session = SessionTypes.Struct

/**
 * Starts a client that talks only to the relay of `setup`. It opens no socket before it needs one.
 * @param choose picks the session of an earlier visit to continue
 */
export async function openClient(
  { relayUrl, projectId, metadata, storageScope }: PairingSetup,
  choose: (sessions: readonly Session[]) => Session | undefined,
): Promise<Provider> {
  // Clients with the same prefix share one core through `globalThis`; two modals on a page need separate ones.
  const customStoragePrefix = crypto.randomUUID()
  const storage = createKeptStorage(storageScope, `:${customStoragePrefix}`)
  const quiet = {
    logger: 'silent',
    telemetryEnabled: false,
    customStoragePrefix,
    projectId,
    relayUrl,
    storage,
  } as const
  await dropExpired(storage)
  const own = { ...metadata, icons: [...metadata.icons] }

  const core = new Core(quiet)
  // The core leaves itself and a counter on the page.
  for (const name of ['', '_count'])
    Reflect.deleteProperty(globalThis, `_walletConnectCore_${customStoragePrefix}${name}`)
  tameCore(core)
  const client = await SignClient.init({ ...quiet, core, metadata: own })
  tameClient(client)
  const session = choose(client.session.getAll())
  const provider = await UniversalProvider.init({ ...quiet, client, metadata: own, ...(session && { session }) })
  if (!session && provider.session) Object.assign(provider, { session: undefined, rpcProviders: {} })
  // The client would discard the pending pairing whenever a session ends.
  provider.cleanupPendingPairings = async () => {}
  return provider
}

/** Where the client stores its sessions, without the prefix that our storage leaves out. */
const SESSIONS_KEY = 'wc@2:client:0.3//session'

/** Drops expired sessions. The client would notify the relay about each and wait for its answer before starting. */
async function dropExpired(storage: KeptStorage): Promise<void> {
  const sessions = await storage.getItem<Session[]>(SESSIONS_KEY)
  if (Array.isArray(sessions)) await storage.setItem(SESSIONS_KEY, sessions.filter(isAlive))
}

/** The sessions in storage, of this and other tabs. Does not change what counts as read by this page. */
export async function keptSessions(storage: Pick<KeptStorage, 'getEntries'>): Promise<readonly Session[]> {
  const [, sessions] = (await storage.getEntries<Session[]>()).find(([path]) => path.endsWith(SESSIONS_KEY)) ?? []
  return Array.isArray(sessions) ? sessions.filter(isAlive) : []
}

export const isAlive = (session: Session): boolean => session?.expiry * 1_000 > Date.now()

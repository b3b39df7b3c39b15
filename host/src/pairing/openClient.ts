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
 * Starts a client that talks only to the relay of `setup`. No socket is opened before one is needed.
 * @param choose selects the session of an earlier visit that is continued
 */
export async function openClient(
  { relayUrl, projectId, metadata, storageScope }: PairingSetup,
  choose: (sessions: readonly Session[]) => Session | undefined,
): Promise<Provider> {
  // Clients with the same prefix share one core through `globalThis`, but two modals on a page need separate cores.
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
  // Removes the globals in which the core leaves itself and a counter.
  for (const name of ['', '_count'])
    Reflect.deleteProperty(globalThis, `_walletConnectCore_${customStoragePrefix}${name}`)
  tameCore(core)
  const client = await SignClient.init({ ...quiet, core, metadata: own })
  tameClient(client)
  const session = choose(client.session.getAll())
  const provider = await UniversalProvider.init({ ...quiet, client, metadata: own, ...(session && { session }) })
  if (!session && provider.session) Object.assign(provider, { session: undefined, rpcProviders: {} })
  // Otherwise the client would discard the pending pairing whenever a session ends.
  provider.cleanupPendingPairings = async () => {}
  return provider
}

/** The key under which the client stores its sessions, without the prefix that our storage leaves out. */
const SESSIONS_KEY = 'wc@2:client:0.3//session'

/** Drops expired sessions, or the client would notify the relay of each, and wait for the response, before starting. */
async function dropExpired(storage: KeptStorage): Promise<void> {
  const sessions = await storage.getItem<Session[]>(SESSIONS_KEY)
  if (Array.isArray(sessions)) await storage.setItem(SESSIONS_KEY, sessions.filter(isAlive))
}

/** The sessions in storage, of this tab and of others. Reading them here does not count as a read by this page. */
export async function keptSessions(storage: Pick<KeptStorage, 'getEntries'>): Promise<readonly Session[]> {
  const [, sessions] = (await storage.getEntries<Session[]>()).find(([path]) => path.endsWith(SESSIONS_KEY)) ?? []
  return Array.isArray(sessions) ? sessions.filter(isAlive) : []
}

export const isAlive = (session: Session): boolean => session?.expiry * 1_000 > Date.now()

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
 * Starts a client that talks to the relay of `setup` and to nobody else. It opens no socket before it has somebody to talk
 * to.
 * @param choose the session of an earlier visit to go on with
 */
export async function openClient(
  { relayUrl, projectId, metadata, storageScope }: PairingSetup,
  choose: (sessions: readonly Session[]) => Session | undefined,
): Promise<Provider> {
  // Clients of one prefix share one core through `globalThis`; two modals of a page are to be two.
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

  const core = unseen(customStoragePrefix, () => new Core(quiet))
  tameCore(core)
  const client = await SignClient.init({ ...quiet, core, metadata: own })
  tameClient(client)
  const session = choose(client.session.getAll())
  const provider = await UniversalProvider.init({ ...quiet, client, metadata: own, ...(session && { session }) })
  if (!session && provider.session) Object.assign(provider, { session: undefined, rpcProviders: {} })
  // It would throw away the pairing that waits whenever a session ends.
  provider.cleanupPendingPairings = async () => {}
  return provider
}

/** Where the client keeps its sessions, once our storage has left its prefix out. */
const SESSIONS_KEY = 'wc@2:client:0.3//session'

/** The client itself would take leave of each at the relay, and not start before the relay has answered. */
async function dropExpired(storage: KeptStorage): Promise<void> {
  const sessions = await storage.getItem<Session[]>(SESSIONS_KEY)
  if (Array.isArray(sessions)) await storage.setItem(SESSIONS_KEY, sessions.filter(isAlive))
}

/** The sessions that are kept now, whoever has made them. They are only looked at: what this page has read stays what it was. */
export async function keptSessions(storage: Pick<KeptStorage, 'getEntries'>): Promise<readonly Session[]> {
  const [, sessions] = (await storage.getEntries<Session[]>()).find(([path]) => path.endsWith(SESSIONS_KEY)) ?? []
  return Array.isArray(sessions) ? sessions.filter(isAlive) : []
}

export const isAlive = (session: Session): boolean => session?.expiry * 1_000 > Date.now()

/** Runs what leaves a core and a count on `globalThis`, and takes both away again. */
function unseen<T>(prefix: string, make: () => T): T {
  const made = make()
  const page = globalThis as Record<string, unknown>
  for (const name of ['', '_count']) delete page[`_walletConnectCore_${prefix}${name}`]
  return made
}

import type { SessionTypes } from '@walletconnect/types'
import { within } from '../async/within.ts'
import type { Provider } from './universalProvider.ts'

const USER_DISCONNECTED = { code: 6000, message: 'User disconnected.' }

/** Notifies the wallet, for a limited time, and forgets the session. Never rejects: an unknown session has ended. */
export async function endSession(provider: Provider, { topic }: SessionTypes.Struct, waitMs: number): Promise<void> {
  const { client } = provider
  const isCurrent = provider.session?.topic === topic
  const farewell = client.disconnect({ topic, reason: USER_DISCONNECTED }).catch(() => {})
  if (isCurrent) await forget(provider).catch(() => {})
  await within(farewell, waitMs, () => {})
  if (client.session.keys.includes(topic)) await client.session.delete(topic, USER_DISCONNECTED).catch(() => {})
}

/** Clears what the provider has stored about its session. */
async function forget(provider: Provider): Promise<void> {
  const inside = provider as unknown as { deleteFromStore(key: string): Promise<void> }
  for (const key of ['namespaces', 'optionalNamespaces', 'sessionProperties']) await inside.deleteFromStore(key)
  Object.assign(provider, { session: undefined, namespaces: undefined, rpcProviders: {} })
  provider.events.emit('disconnect', USER_DISCONNECTED)
}

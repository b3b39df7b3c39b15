import { DeviceUnconfirmed } from '../interfaces.ts'
import { Refused } from '../messages/channel.ts'
import { type Joined, joinAny } from './joinAny.ts'
import { type Held, heldBy, type OpenShelf, type Shelf } from './shelf.ts'

/** @throws DeviceUnconfirmed; Refused `notConnected` */
function requireHeard({ state }: Shelf): void {
  if (state === 'locked') throw new DeviceUnconfirmed()
  if (state === 'stale') throw new Refused('notConnected')
}

/** Requires the recovery store to be open. @throws DeviceUnconfirmed; Refused `notConnected`, `keyUnavailable` */
export function requireOpen(recovery: Shelf): OpenShelf {
  requireHeard(recovery)
  if (recovery.state !== 'open') throw new Refused('keyUnavailable')
  return recovery
}

/** Opens the wallet without the auth store, with this device's own shares. @throws as `requireOpen` does */
export async function openByRecovery(own: readonly Held[], recovery: Shelf): Promise<Joined> {
  requireHeard(recovery)
  const opened = await joinAny(heldBy(recovery), own)
  if (!opened) throw new Refused('keyUnavailable')
  return opened
}

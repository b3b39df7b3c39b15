import { type IWalletKit, WalletKit } from '@reown/walletkit'
import { Core } from '@walletconnect/core'
import type { PhoneSettings } from '../settings.ts'

export type Kit = IWalletKit

export type PairingStorage = NonNullable<NonNullable<ConstructorParameters<typeof Core>[0]>['storage']>

interface KitOptions {
  readonly settings: PhoneSettings
  readonly storage: PairingStorage
  readonly metadata: { name: string; description: string; url: string; icons: string[] }
}

/** The pairing client, connected only to the settings' relay. */
export async function startKit({ settings, storage, metadata }: KitOptions): Promise<Kit> {
  const core = new Core({
    projectId: settings.projectId,
    relayUrl: settings.relayUrl,
    storage,
    telemetryEnabled: false,
    logger: 'silent',
  })
  // Even without telemetry, the client reports each start to its vendor.
  core.eventClient.init = async () => {}
  // The vendor's service verifies a proposal's page, but would learn of every proposal.
  core.verify.resolve = async () => undefined as never
  // Shows requests together instead of one per second.
  return WalletKit.init({ core, metadata, signConfig: { disableRequestQueue: true } })
}

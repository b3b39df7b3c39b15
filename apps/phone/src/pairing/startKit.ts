import { type IWalletKit, WalletKit } from '@reown/walletkit'
import { Core } from '@walletconnect/core'
import type { PhoneSettings } from '../settings.ts'
import type { PairingStorage } from '../storage.ts'

export type Kit = IWalletKit

export interface KitOptions {
  readonly settings: PhoneSettings
  readonly storage: PairingStorage
  readonly metadata: { name: string; description: string; url: string; icons: string[] }
}

type CoreStorage = NonNullable<NonNullable<ConstructorParameters<typeof Core>[0]>['storage']>

/** The pairing protocol, against the relay of the settings and nobody else. */
export async function startKit({ settings, storage, metadata }: KitOptions): Promise<Kit> {
  const core = new Core({
    projectId: settings.projectId,
    relayUrl: settings.relayUrl,
    storage: storage as CoreStorage,
    telemetryEnabled: false,
    logger: 'silent',
  })
  // Without telemetry it still reports to its vendor that it was started.
  core.eventClient.init = async () => {}
  // The vendor's service says for which page a proposal was made; asking it would tell it about every one.
  core.verify.resolve = async () => undefined as never
  // Requests are shown together, instead of the next one a second after the one before.
  return WalletKit.init({ core, metadata, signConfig: { disableRequestQueue: true } })
}

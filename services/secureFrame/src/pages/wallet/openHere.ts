import type { Waiting } from '../../keys/awaitDevice.ts'
import type { OwnWallet } from '../../keys/createWallet.ts'
import type { Addresses } from '../../parts.ts'

/**
 * Opens the wallet on this page. Browsers separate the storage of frames from that of our own pages, so this is a new
 * device the first time: its owner is asked for a passkey, or has to follow a link if the recovery store has an
 * address.
 * @param onWait called in that case
 * @throws Refused as `Wallet.waitForDevice` does; the signal's reason
 */
export async function openHere(
  wallet: Pick<OwnWallet, 'addresses' | 'waitForDevice'>,
  onWait: Waiting['onWait'] & {},
  signal: AbortSignal,
): Promise<Addresses> {
  await wallet.waitForDevice(signal, { onWait })
  return wallet.addresses()
}

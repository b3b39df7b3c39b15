import type { Waiting } from '../../keys/awaitDevice.ts'
import type { OwnWallet } from '../../keys/createWallet.ts'
import type { Addresses } from '../../parts.ts'

/**
 * Opens the wallet on this page. Browsers keep what frames store apart from what a page of its own stores, so this is a new
 * device the first time: its owner is asked for a passkey, or where the recovery store has an address, its link has to be
 * followed.
 * @param onWait when that is so
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

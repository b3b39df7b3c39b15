import type { PayArguments, SendArguments } from '@portico/contracts'
import { payForSite } from './payForSite.ts'
import type { OpenOptions, Paid, Sent } from './publicApi.ts'
import { sendForSite } from './sendForSite.ts'

type Site = Parameters<typeof payForSite>[0]

/**
 * Opens a view with arguments. Sending and paying resolve with the outcome. @throws ModalError as `sendForSite` and
 * `payForSite` do
 */
export async function openWithArguments(site: Site, options: OpenOptions): Promise<Sent | Paid | undefined> {
  if (options.view === 'WalletSend') return sendForSite(site, options.arguments as SendArguments)
  if (options.view === 'Pay') return payForSite(site, options.arguments as PayArguments)
  await site.open(options)
}

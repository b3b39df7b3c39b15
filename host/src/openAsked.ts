import type { PayArguments, SendArguments } from '@portico/contracts'
import { payAsked } from './payAsked.ts'
import type { OpenOptions, Paid, Sent } from './publicApi.ts'
import { sendAsked } from './sendAsked.ts'

type Site = Parameters<typeof payAsked>[0]

/** An opening with arguments: whoever asks for money hears what came of it. @throws ModalError as the two do, and as `open` */
export async function openAsked(site: Site, options: OpenOptions): Promise<Sent | Paid | undefined> {
  if (options.view === 'WalletSend') return sendAsked(site, options.arguments as SendArguments)
  if (options.view === 'Pay') return payAsked(site, options.arguments as PayArguments)
  await site.open(options)
}

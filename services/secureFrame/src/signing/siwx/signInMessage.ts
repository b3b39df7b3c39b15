import type { SiwxMessage } from '@portico/contracts/embeddedWallet/siwxMessage'
import type { InferOutput } from 'valibot'

/** A page's sign-in message in its wire format. */
export type SignInMessage = InferOutput<typeof SiwxMessage>

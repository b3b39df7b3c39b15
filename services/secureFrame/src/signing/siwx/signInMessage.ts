import type { SiwxMessage } from '@portico/contracts/embeddedWallet/siwxMessage'
import type { InferOutput } from 'valibot'

/** What a page asks to be signed in with, as the wire has it. */
export type SignInMessage = InferOutput<typeof SiwxMessage>

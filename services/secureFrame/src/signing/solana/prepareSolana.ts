import { decodeBase58 } from '@portico/contracts/preview'
import { base58 } from '@scure/base'
import { freezeMatter, type Matter } from '../../approval/matter.ts'
import { Refused } from '../../messages/channel.ts'
import type { Prepared, PrepareOptions } from '../prepared.ts'
import { signBytes } from './eddsa.ts'
import { prepareSolanaTransactions } from './signTransactions.ts'

/** In base58 characters, as the protocol defines. */
const MESSAGE_MAX = 65_536

type Message = { readonly message?: unknown; readonly pubkey?: unknown }

/** Whether the bytes may be a transaction of a future version, which has no other mark. No text begins like this. */
const isLaterVersion = ([first = 0]: Uint8Array) => first > 0x80 && first < 0x90

function messageOf({ params }: Pick<Matter, 'params'>): Uint8Array {
  const { message } = params as Message
  const bytes = decodeBase58(message, MESSAGE_MAX)
  if (!bytes || isLaterVersion(bytes)) throw new Refused('invalidRequest')
  return bytes
}

/** Prepares a message. The preview cannot read one that is a transaction, so such a message is refused. */
function prepareMessage({ request, origin, account, context, tools }: PrepareOptions): Prepared {
  if ((request.params as Message).pubkey !== account) throw new Refused('invalidRequest')
  const { method, params, caipNetworkId } = request
  const matter = freezeMatter({ origin, method, params, caipNetworkId, account })
  messageOf(matter)
  return {
    matter,
    context,
    sign: async (approved) => {
      const [signature] = await signBytes(tools.signers, approved, [messageOf(approved)])
      if (!signature) throw new Refused('internal')
      return { signature: base58.encode(signature) }
    },
  }
}

/** @throws Refused `methodNotAllowed`, `invalidRequest` */
export async function prepareSolana(options: PrepareOptions): Promise<Prepared> {
  switch (options.request.method) {
    case 'solana_signMessage':
      return prepareMessage(options)
    case 'solana_signTransaction':
    case 'solana_signAllTransactions':
    case 'solana_signAndSendTransaction':
      return prepareSolanaTransactions(options)
    default:
      throw new Refused('methodNotAllowed')
  }
}

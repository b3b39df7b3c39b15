import { type Account, isModalError, ModalError, type SIWXConfig } from '@portico/contracts'
import { unlessAborted } from '../async/unlessAborted.ts'
import type { Thunk } from '../connections/situation.ts'
import { type PreparedMessage, type Queue, whoOf } from './plugIn.ts'

/**
 * Has the plug-in or the wallet sign a message, and passes the session to the plug-in, which verifies it. The visitor
 * can take any time to sign. Results that come after `signal` has aborted are ignored.
 * @throws ModalError `connection.requestRejected` when the visitor declined, `connection.modalClosed` once the signal
 *   has aborted, otherwise `siwx.signFailed` with its cause
 */
export const signIn =
  (
    siwx: SIWXConfig,
    account: Account,
    message: PreparedMessage | Promise<PreparedMessage>,
    { signal, queue }: { signal: AbortSignal; queue: Queue },
  ): Thunk<void> =>
  async (_, __, { adapters }) => {
    const { chainId, address } = whoOf(account)
    const sign = async (text: string) =>
      siwx.signMessage
        ? siwx.signMessage({ message: text, chainId, accountAddress: address })
        : adapters[account.namespace]?.signMessage(account.connectorId, address, text)
    try {
      const { data, text } = await unlessAborted(message, signal)
      const signature: unknown = await unlessAborted(sign(text), signal)
      if (typeof signature !== 'string' || !signature) throw new Error('the signature is no text')
      const stored = queue.run(() => siwx.addSession({ data, message: text, signature }))
      await unlessAborted(stored, signal)
    } catch (cause) {
      if (signal.aborted) throw new ModalError('connection.modalClosed', { cause })
      // Keeps the wallet's reason, because declining is not a failure (chains.md, pitfall 43).
      if (isModalError(cause) && cause.code === 'connection.requestRejected') throw cause
      throw new ModalError('siwx.signFailed', { cause })
    }
  }

import {
  type Account,
  type CaipNetworkId,
  isModalError,
  ModalError,
  parseCaipAddress,
  type SIWXConfig,
  type SIWXMessage,
  type SIWXMessageData,
} from '@portico/contracts'
import type { Thunk } from '../connections/establish.ts'

export const networkOf = ({ caipAddress }: Account): CaipNetworkId => parseCaipAddress(caipAddress).caipNetworkId

/** The fields of a message without its `toString`: what a session keeps. */
function dataOf(message: SIWXMessage): SIWXMessageData {
  const { toString: _, ...data } = message
  return data
}

/** @throws whatever the site's plug-in throws */
export const createMessage = (siwx: SIWXConfig, account: Account): Promise<SIWXMessage> =>
  Promise.resolve(siwx.createMessage({ chainId: networkOf(account), accountAddress: account.address }))

/**
 * Has a message signed, by the plug-in's own way or by the wallet, and gives the session to the plug-in, which verifies it.
 * @throws ModalError `connection.requestRejected` when the visitor declined, else `siwx.signFailed` with its cause
 */
export const signIn =
  (siwx: SIWXConfig, account: Account, message: SIWXMessage): Thunk<void> =>
  async (_, __, { adapters }) => {
    const text = message.toString()
    const chainId = networkOf(account)
    try {
      const signature = siwx.signMessage
        ? await siwx.signMessage({ message: text, chainId, accountAddress: account.address })
        : await adapters[account.namespace]?.signMessage(account.connectorId, account.address, text)
      if (typeof signature !== 'string' || !signature) throw new Error('the signature is no text')
      await siwx.addSession({ data: dataOf(message), message: text, signature })
    } catch (cause) {
      // What the wallet said is kept: declined is not failed (chains.md, pitfall 43).
      if (isModalError(cause) && cause.code === 'connection.requestRejected') throw cause
      throw new ModalError('siwx.signFailed', { cause })
    }
  }

/** Whether a site's plug-in has a session for this account. @throws whatever it throws */
export async function hasSession(siwx: SIWXConfig, account: Account): Promise<boolean> {
  const sessions = await siwx.getSessions(networkOf(account), account.address)
  return Array.isArray(sessions) && sessions.length > 0
}

export const isRequired = (siwx: SIWXConfig): boolean => siwx.getRequired?.() !== false

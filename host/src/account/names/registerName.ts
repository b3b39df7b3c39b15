import { type Account, accountKey, isModalError, ModalError } from '@portico/contracts'
import { coinTypeOf } from '@portico/contracts/services/names'
import { unlessAborted } from '../../async/unlessAborted.ts'
import { adapterOf } from '../../connections/adapterOf.ts'
import type { PlainThunk, Thunk } from '../../connections/situation.ts'
import { identityCache } from '../identitySlice.ts'
import { postRegistration } from './nameService.ts'

/** ENSIP-11 defines no coin type for chain ids from this number on. */
const EVM_CHAIN_IDS = 0x80000000

/** @throws ModalError `chain.unsupported` for an account of another family, or without an ENSIP-11 coin type */
function coinTypeFor({ namespace, caipAddress }: Account): number {
  const chainId = Number(caipAddress.split(':')[1])
  if (namespace !== 'eip155' || !(chainId > 0 && chainId < EVM_CHAIN_IDS)) throw new ModalError('chain.unsupported')
  return coinTypeOf(chainId)
}

/** Stores the name as if the services had returned it, so that a request in flight cannot overwrite it. */
const nameKept =
  (account: Account, name: string): PlainThunk<void> =>
  (dispatch, getState) => {
    const key = accountKey(account)
    const at = Date.now()
    const known = identityCache.select(getState(), account)
    dispatch(identityCache.requested({ key, at }))
    const serial = identityCache.select(getState(), account)?.serial ?? 0
    dispatch(identityCache.ended({ key, serial, at, value: { ...known?.value, name } }))
  }

/**
 * services.md §7.17: the account signs a request for the name, and the service assigns it.
 * @param name the full name, with its zone
 * @param signal once aborted, nothing more is sent
 * @throws ModalError `connection.modalClosed` when the signal aborts; what the wallet and `postRegistration` throw. If
 *   `details.code` is `name.expired`, `details.waitedS` says how long the wallet took
 */
export const registerName =
  (name: string, account: Account, signal: AbortSignal): Thunk<void> =>
  async (dispatch, _, services) => {
    const { namespace, connectorId, address } = account
    const coin_type = coinTypeFor(account)
    if (signal.aborted) throw new ModalError('connection.modalClosed')
    const timestamp = Math.floor(Date.now() / 1_000)
    const message = JSON.stringify({ name, attributes: {}, timestamp })
    const signing = adapterOf(services, namespace).signMessage(connectorId, address, message)
    const signature = await unlessAborted(signing, signal)
    const waitedS = Math.floor(Date.now() / 1_000) - timestamp
    try {
      await dispatch(postRegistration({ coin_type, address, message, signature }))
    } catch (error) {
      if (!isModalError(error) || error.details.code !== 'name.expired') throw error
      throw new ModalError(error.code, { details: { ...error.details, waitedS }, cause: error })
    }
    dispatch(nameKept(account, name))
  }

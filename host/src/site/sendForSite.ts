import { ModalError, type SendArguments, selectActiveNetwork, selectNetworks } from '@portico/contracts'
import { parseAmount } from '@portico/contracts/money'
import { type RequestedTransaction, selectRequested } from '../acting/askingSlice.ts'
import type { Opening } from '../opening/createOpening.ts'
import { selectIsOpen } from '../router/routerSlice.ts'
import type { ShellStore } from '../store.ts'
import type { Sent } from './publicApi.ts'
import { switchTo } from './switchTo.ts'

/** Values that stand for the network's native coin. */
const NATIVE: readonly string[] = ['', 'native']

const text = (value: unknown) => String(value ?? '').trim()
const address = (value: unknown) => text(value).toLowerCase().replace(/^0x/, '')

/** Whether a transaction is the one that the site has requested: the same amount, recipient and network. */
function isOf(transfer: SendArguments, { caipNetworkId, note }: RequestedTransaction): boolean {
  const token = NATIVE.includes(text(transfer.assetAddress)) ? '' : address(transfer.assetAddress)
  return (
    note?.type === 'send' &&
    caipNetworkId === `${transfer.namespace}:${transfer.chainId}` &&
    address(note.to) === address(transfer.to) &&
    address(note.token) === token &&
    parseAmount(text(transfer.amount), note.decimals) === BigInt(note.amount)
  )
}

/**
 * Resolves when the transaction has been sent, and rejects when the window is closed before. A request that is pending
 * in the wallet is waited for even then, because it can still be approved.
 */
const whenSent = (store: ShellStore, transfer: SendArguments, before: number): Promise<Sent> =>
  new Promise((resolve, reject) => {
    const look = () => {
      const state = store.getState()
      const own = selectRequested(state).filter((one) => one.id > before && isOf(transfer, one))
      const hash = own.find(({ status }) => status === 'sent')?.hash
      if (hash !== undefined) resolve({ hash })
      else if (!selectIsOpen(state) && !own.some(({ status }) => status === 'asking')) {
        reject(new ModalError('connection.modalClosed'))
      } else return
      undo()
    }
    const undo = store.subscribe(look)
    look()
  })

/**
 * Asks the visitor to send something for the site (views.md §18, parameter mode) on the requested network, to which the
 * wallet is asked to switch first.
 * @throws ModalError as `open` does, and `connection.modalClosed` if nothing has been sent
 */
export async function sendForSite(
  { store, open }: { readonly store: ShellStore } & Pick<Opening, 'open'>,
  transfer: SendArguments,
): Promise<Sent> {
  const state = store.getState()
  const wanted = selectNetworks(state).find(
    ({ id, chainNamespace }) => chainNamespace === transfer.namespace && String(id) === String(transfer.chainId),
  )
  // Other families and unknown networks cause an error in the view.
  if (wanted?.chainNamespace === 'eip155' && wanted !== selectActiveNetwork(state)) {
    await store.dispatch(switchTo(wanted, true))
  }
  const before = selectRequested(store.getState()).at(-1)?.id ?? 0
  await open({ view: 'WalletSend', arguments: transfer })
  return whenSent(store, transfer, before)
}

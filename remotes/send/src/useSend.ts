import {
  type Account,
  type Holding,
  type Network,
  selectAccount,
  selectActiveNetwork,
  selectConnection,
} from '@portico/contracts'
import { useLocale } from '@portico/contracts/ui'
import { useSelector } from 'react-redux'
import { readAmount, readFiat, type SendAmountProblem } from './readAmount.ts'
import { type Receiver, useReceiver } from './receiver/useReceiver.ts'
import { type SendForm, type SendState, selectForm } from './sendSlice.ts'
import { selectChosen } from './tokens.ts'

/** The form and what is derived from it. */
export interface Send {
  readonly form: SendForm
  readonly account: Account | undefined
  readonly network: Network | undefined
  readonly holding: Holding | undefined
  readonly amount: bigint | SendAmountProblem | undefined
  readonly receiver: Receiver
  /** The account's public key in hexadecimal, if its wallet has shared it. */
  readonly publicKey: string | undefined
  /** ERC-4337. */
  readonly isSmartAccount: boolean
}

export function useSend(): Send {
  const locale = useLocale()
  const form = useSelector(selectForm)
  const account = useSelector((state: SendState) => selectAccount(state))
  const network = useSelector((state: SendState) => selectActiveNetwork(state))
  const chosen = useSelector((state: SendState) => selectChosen(state, form.token))
  const isRequestedHere = form.requested !== undefined && form.requested.caipNetworkId === network?.caipNetworkId
  const holding = isRequestedHere ? form.requested : chosen
  const receiver = useReceiver(form.receiver, network)
  const connected = useSelector(
    (state: SendState) =>
      account && selectConnection(state, account.namespace)?.accounts.find((one) => one.address === account.address),
  )
  return {
    form,
    account,
    network,
    holding,
    receiver,
    publicKey: connected?.publicKey,
    isSmartAccount: connected?.type === 'smartAccount',
    amount: holding && (form.isFiat ? readFiat : readAmount)(form.amount, locale, holding),
  }
}

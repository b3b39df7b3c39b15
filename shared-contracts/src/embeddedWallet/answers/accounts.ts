import { boolean, minValue, number, object, pipe, safeInteger } from 'valibot'
import { AddressText } from '../../services/wireText.ts'
import { EmbeddedAccountType } from '../accounts.ts'
import { listUpTo } from '../bounds.ts'
import { WireChainId } from '../chainIds.ts'

const NETWORKS_MAX = 1_000

const Chain = object({ chainId: WireChainId })

export const accountAnswers = {
  SWITCH_NETWORK: Chain,
  GET_CHAIN_ID: Chain,
  /** The networks are EVM chain ids. */
  GET_SMART_ACCOUNT_ENABLED_NETWORKS: object({
    smartAccountEnabledNetworks: listUpTo(NETWORKS_MAX, pipe(number(), safeInteger(), minValue(1))),
  }),
  /** No client sends this request. Other clients accept the error for it, but reject the success. */
  INIT_SMART_ACCOUNT: object({ address: AddressText, isDeployed: boolean() }),
  SET_PREFERRED_ACCOUNT: object({ type: EmbeddedAccountType, address: AddressText }),
}

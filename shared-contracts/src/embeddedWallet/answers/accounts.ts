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
  /** EVM chain ids. */
  GET_SMART_ACCOUNT_ENABLED_NETWORKS: object({
    smartAccountEnabledNetworks: listUpTo(NETWORKS_MAX, pipe(number(), safeInteger(), minValue(1))),
  }),
  /** Other clients accept its error but reject its success. No client sends the request. */
  INIT_SMART_ACCOUNT: object({ address: AddressText, isDeployed: boolean() }),
  SET_PREFERRED_ACCOUNT: object({ type: EmbeddedAccountType, address: AddressText }),
}

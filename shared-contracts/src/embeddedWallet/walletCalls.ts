import { boolean, literal, nullable, number, object, optional, picklist, union } from 'valibot'
import { LABEL_MAX, listUpTo, recordUpTo, someTextUpTo, textUpTo, URL_MAX } from './bounds.ts'
import { WireChainId } from './chainIds.ts'
import { AmountText, BytesText, EvmAddressText, HexChainIdText, HexQuantityText } from './hexText.ts'
import { ANSWER_BOUNDS, jsonWithin, REQUEST_BOUNDS } from './json.ts'

const CALLS_MAX = 100
const CHAINS_MAX = 200
const ASSETS_MAX = 5_000
/** The length in EIP-5792: 4096 bytes in hexadecimal. */
const BATCH_ID_MAX = 8_194

const BatchId = someTextUpTo(BATCH_ID_MAX)
const Anything = jsonWithin(REQUEST_BOUNDS)

const Call = object({
  to: EvmAddressText,
  data: optional(BytesText),
  value: optional(AmountText),
  capabilities: optional(Anything),
})

/** An EIP-5792 batch. It is the only entry of the list of parameters. */
const Batch = object({
  version: optional(textUpTo(LABEL_MAX)),
  id: optional(BatchId),
  chainId: optional(WireChainId),
  from: optional(EvmAddressText),
  atomicRequired: optional(boolean()),
  capabilities: optional(Anything),
  calls: listUpTo(CALLS_MAX, Call),
})

/** The parameters of the batch methods and of related ones (EIP-5792, ERC-7811). */
export const walletParams = {
  wallet_sendCalls: listUpTo(1, Batch),
  wallet_getCallsStatus: listUpTo(1, BatchId),
  /** An address, and optionally a list of chain ids. Undefined entries have already become null. */
  wallet_getCapabilities: optional(
    listUpTo(
      CHAINS_MAX,
      union([nullable(union([textUpTo(LABEL_MAX), number()])), listUpTo(CHAINS_MAX, textUpTo(LABEL_MAX))]),
    ),
  ),
  /** An object (`{ pci }`) is for a session, a list is for EIP-2255. The frame tells the two apart. */
  wallet_revokePermissions: optional(Anything),
  wallet_getAssets: optional(Anything),
}

/** An asset in ERC-7811. Its balance is in the smallest unit. */
const Asset = object({
  address: union([EvmAddressText, literal('native')]),
  balance: HexQuantityText,
  type: picklist(['ERC20', 'NATIVE']),
  metadata: object({
    name: textUpTo(LABEL_MAX),
    symbol: textUpTo(LABEL_MAX),
    decimals: number(),
    price: optional(number()),
    iconUrl: optional(textUpTo(URL_MAX)),
    value: optional(number()),
  }),
})

export const walletResults = {
  /** The id of the batch, alone or in an object. */
  wallet_sendCalls: union([BatchId, object({ id: BatchId, capabilities: optional(jsonWithin(ANSWER_BOUNDS)) })]),
  wallet_getCapabilities: recordUpTo(CHAINS_MAX, recordUpTo(CHAINS_MAX, jsonWithin(ANSWER_BOUNDS)), HexChainIdText),
  wallet_getAssets: recordUpTo(CHAINS_MAX, listUpTo(ASSETS_MAX, Asset), HexChainIdText),
}

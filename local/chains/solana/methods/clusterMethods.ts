import { type GenericSchema, looseTuple, pipe, string, transform } from 'valibot'
import { feeOf } from '../fees.ts'
import { SOLANA_GENESIS_HASH } from '../genesis.ts'
import { AddressParam, NumberParam, readParams } from '../params.ts'
import { readMessage } from '../readTransaction.ts'
import { orInvalid } from '../wireBytes.ts'
import { type MethodContext, type Methods, withContext } from './methods.ts'

const SLOTS_IN_EPOCH = 432_000

const One = <T extends GenericSchema>(item: T) => looseTuple([item])

/** Methods about the cluster rather than an account. */
export const clusterMethods = ({ chain }: MethodContext): Methods => ({
  getHealth: () => 'ok',
  getVersion: () => ({ 'solana-core': '2.3.0', 'feature-set': 0 }),
  getGenesisHash: () => SOLANA_GENESIS_HASH,
  getSlot: () => chain.slot,
  getBlockHeight: () => chain.slot,
  getFirstAvailableBlock: () => 0,
  minimumLedgerSlot: () => 0,
  getTransactionCount: () => chain.history.count,
  getBlockTime: (params) => chain.timeOf(readParams(One(NumberParam), params)[0]),
  getEpochInfo: () => ({
    absoluteSlot: chain.slot,
    blockHeight: chain.slot,
    epoch: Math.floor(chain.slot / SLOTS_IN_EPOCH),
    slotIndex: chain.slot % SLOTS_IN_EPOCH,
    slotsInEpoch: SLOTS_IN_EPOCH,
    transactionCount: chain.history.count,
  }),
  getLatestBlockhash: () => withContext(chain, chain.latestBlockhash()),
  isBlockhashValid: (params) => withContext(chain, chain.isBlockhashValid(readParams(One(AddressParam), params)[0])),
  getFeeForMessage(params) {
    const [text] = readParams(
      One(
        pipe(
          string(),
          transform((value) => Buffer.from(value, 'base64')),
        ),
      ),
      params,
    )
    const message = orInvalid(() => readMessage(text))
    const isKnown = chain.isBlockhashValid(message.recentBlockhash)
    return withContext(chain, isKnown ? Number(feeOf(message)) : null)
  },
  getRecentPrioritizationFees: () => [{ slot: chain.slot, prioritizationFee: 0 }],
  getMinimumBalanceForRentExemption(params) {
    const [bytes] = readParams(One(NumberParam), params)
    return Number(chain.svm.minimumBalanceForRentExemption(BigInt(bytes)))
  },
})

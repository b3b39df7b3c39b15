import { ModalError } from '@portico/contracts'
import { addressOnNetwork, type BitcoinAddress, type ScriptType } from '@portico/contracts/chains/bitcoin/address'
import { type Coin, chooseCoins, leastFee, mostOf, type Payment } from './bitcoin/chooseCoins.ts'
import type { FeeRates } from './bitcoin/feeRates.ts'
import { accountOf, inputsOf } from './bitcoin/inputs.ts'
import { writePsbt } from './bitcoin/psbt.ts'
import { bitcoinServer } from './bitcoin/server.ts'
import { DUST } from './bitcoin/sizes.ts'
import {
  FEE_SPEEDS,
  type Obstacle,
  type Plan,
  type PlanNote,
  type SendFamily,
  type SpeedCosts,
  type Transfer,
} from './plan.ts'

/** @throws ModalError `transaction.unexpected` for an address that the form should have rejected */
function addressOn(text: string, { network }: Pick<Transfer, 'network'>): BitcoinAddress {
  const address = addressOnNetwork(text, network.caipNetworkId)
  if (address) return address
  throw new ModalError('transaction.unexpected', {
    details: { difference: `${text} isn’t a ${network.name} address` },
  })
}

/** A fee above a tenth of the amount is called high. */
const DEAR_PART = 10n

/** The largest output type: a fee that is enough for this type is enough for any receiver. */
const DEAREST: ScriptType = 'p2tr'

/** Undefined if all speeds cost the same, or if no costs are known. */
function speedsOf(
  coins: readonly Coin[],
  payment: Omit<Payment, 'rate'>,
  rates: FeeRates,
): readonly SpeedCosts[] | undefined {
  if (rates.slow.rate === rates.fast.rate) return undefined
  return FEE_SPEEDS.flatMap((speed) => {
    const { rate, blocks } = rates[speed]
    const paid = { ...payment, rate }
    const fee = chooseCoins(coins, paid)?.fee ?? leastFee(coins, paid)
    return blocks === undefined ? [] : [{ speed, rate, blocks, fee }]
  })
}

/**
 * Spends one address's coins to another. Change returns to the sending address, the only address known to be the
 * visitor's. The transaction is replaceable until it is in a block.
 */
export const bitcoin: SendFamily = {
  async plan(transfer, asking, signal): Promise<Plan> {
    const { network, from, amount, publicKey, speed = 'normal' } = transfer
    const own = addressOn(from, transfer)
    const receiver = addressOn(transfer.to, transfer)
    const server = bitcoinServer(asking, network.caipNetworkId, signal)
    const account = await accountOf(own, publicKey)
    if (!account) return { fee: 0n, notes: [], obstacle: { type: 'unsupportedAccount' } }

    const [coins, rates] = await Promise.all([server.coins(from), server.rates()])
    const { rate, isCut } = rates[speed]
    const payment = { amount, rate, from: account.type, to: receiver.type }
    const speeds = speedsOf(coins, payment, rates)
    const cut = (amount: bigint): readonly PlanNote[] => (isCut ? [{ type: 'cutFee', amount }] : [])
    const blocked = (obstacle: Obstacle): Plan => {
      const fee = leastFee(coins, payment)
      return { fee, notes: cut(fee), speeds, obstacle }
    }
    const least = DUST[receiver.type]
    if (amount < least) return blocked({ type: 'tooLittle', least })
    if (coins.reduce((sum, { value }) => sum + value, 0n) < amount) {
      return blocked({ type: 'onlyPart', most: mostOf(coins, payment) })
    }
    const choice = chooseCoins(coins, payment)
    if (!choice) return blocked({ type: 'short' })

    const { fee, change, surplus } = choice
    const outputs = [
      { script: receiver.script, value: amount },
      ...(change > 0n ? [{ script: own.script, value: change }] : []),
    ]
    const psbt = writePsbt(await inputsOf(choice.coins, account, server), outputs)
    const spends = choice.coins.map(({ txid, vout }) => ({ txid, vout }))
    return {
      request: { namespace: 'bip122', caipNetworkId: network.caipNetworkId, from, psbt, spends },
      fee,
      speeds,
      notes: [
        ...cut(fee),
        ...(surplus > 0n ? [{ type: 'changeIsFee', amount: surplus } as const] : []),
        ...(fee * DEAR_PART > amount ? [{ type: 'dearFee', amount: fee } as const] : []),
      ],
    }
  },
  async most(transfer, asking, signal) {
    const { network, from, to, publicKey, speed = 'normal' } = transfer
    const account = await accountOf(addressOn(from, transfer), publicKey)
    if (!account) return 0n
    const server = bitcoinServer(asking, network.caipNetworkId, signal)
    const [coins, rates] = await Promise.all([server.coins(from), server.rates()])
    const receiver = to === undefined ? DEAREST : addressOn(to, transfer).type
    return mostOf(coins, { rate: rates[speed].rate, from: account.type, to: receiver })
  },
}

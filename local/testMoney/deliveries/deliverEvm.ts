import { setTimeout as wait } from 'node:timers/promises'
import type { CaipNetworkId } from '@portico/contracts'
import type { Parts } from '@portico/services/blockchainApi/parts'
import {
  type Address,
  encodeFunctionData,
  erc20Abi,
  type Hash,
  type Hex,
  isAddress,
  parseAbi,
  TransactionReceiptNotFoundError,
  walletActions,
} from 'viem'
import { DELIVERY_POLL_MS, DELIVERY_WAIT_MS } from '../onramp/limits.ts'
import type { Deliver, Delivery } from './deliver.ts'

/** Test tokens let anybody mint. */
const mintAbi = parseAbi(['function mint(address to, uint256 amount)'])

interface Transaction {
  readonly to: Address
  readonly value?: bigint
  readonly data?: Hex
}

/**
 * Sends from an account that the node signs for, and mints tokens if the account has too few. Deliveries run one at a
 * time, each with its own nonce, because a node would treat identical transactions as one.
 */
export function deliverEvm(
  { chains, signal }: Pick<Parts, 'chains' | 'signal'>,
  caipNetworkId: CaipNetworkId,
  payer: Address,
): Deliver {
  const client = chains.evm(caipNetworkId)
  const wallet = client.extend(walletActions)
  let last: Promise<unknown> = Promise.resolve()

  async function toTransaction({ to, token, amount }: Delivery): Promise<Transaction> {
    if (token === undefined) return { to: to as Address, value: amount }
    const address = token as Address
    const args = [to as Address, amount] as const
    const owned = await client.readContract({ address, abi: erc20Abi, functionName: 'balanceOf', args: [payer] })
    const data =
      owned >= amount
        ? encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args })
        : encodeFunctionData({ abi: mintAbi, functionName: 'mint', args })
    return { to: address, data }
  }

  async function sendOne(delivery: Delivery): Promise<Hash> {
    const transaction = await toTransaction(delivery)
    const nonce = await client.getTransactionCount({ address: payer, blockTag: 'pending' })
    return wallet.sendTransaction({ account: payer, chain: null, nonce, ...transaction })
  }

  async function untilMined(hash: Hash): Promise<void> {
    const until = performance.now() + DELIVERY_WAIT_MS
    while (performance.now() < until) {
      const receipt = await client.getTransactionReceipt({ hash }).catch((error: unknown) => {
        if (!(error instanceof TransactionReceiptNotFoundError)) throw error
      })
      if (receipt?.status === 'success') return
      if (receipt) throw new Error('The transaction was reverted')
      await wait(DELIVERY_POLL_MS, undefined, { signal })
    }
    throw new Error('The transaction is in no block')
  }

  return {
    takes: async (address) => isAddress(address, { strict: false }),
    async send(delivery, onSent) {
      const sent = last.then(() => sendOne(delivery))
      last = sent.catch(() => {})
      const hash = await sent
      onSent(hash)
      await untilMined(hash)
    },
  }
}

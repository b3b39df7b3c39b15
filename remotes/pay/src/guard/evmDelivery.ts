import { readQuantity } from '@portico/contracts/preview'
import { array, nullable, object, safeParse, string } from 'valibot'
import { type Bill, isSameAddress } from '../bill/bill.ts'
import type { AskOfBill, Delivery } from './delivery.ts'

const TRANSFER_TOPIC = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

const Receipt = nullable(
  object({ status: string(), logs: array(object({ address: string(), topics: array(string()), data: string() })) }),
)
const Transaction = nullable(object({ to: nullable(string()), value: string(), input: string() }))

type Receipt = NonNullable<ReturnType<typeof receiptIn>>
const receiptIn = (answer: unknown) => {
  const { success, output } = safeParse(Receipt, answer)
  return success ? output : undefined
}

/** The sum of the token's transfers to the recipient. */
function delivered({ logs }: Receipt, token: string, recipient: string): bigint {
  const topic = `0x${recipient.slice(2).toLowerCase().padStart(64, '0')}`
  return logs
    .filter(
      ({ address, topics }) => isSameAddress(address, token) && topics[0] === TRANSFER_TOPIC && topics[2] === topic,
    )
    .reduce((sum, { data }) => sum + (readQuantity(data) ?? 0n), 0n)
}

/**
 * Reads the token's logs. Coins sent from within a contract leave no log, so their delivery is unknown.
 * @throws ModalError as `askNode`
 */
export async function evmDelivery({ recipient, amount, token }: Bill, hash: string, ask: AskOfBill): Promise<Delivery> {
  if (!/^0x[\da-f]{64}$/i.test(hash)) return 'otherwise'
  const receipt = receiptIn(await ask('eth_getTransactionReceipt', hash))
  if (receipt === undefined) return 'unknown'
  if (receipt === null) return 'waiting'
  if (receipt.status !== '0x1') return 'otherwise'
  const owed = BigInt(amount)
  if (token.address !== undefined) return delivered(receipt, token.address, recipient) >= owed ? 'paid' : 'otherwise'
  const { success, output } = safeParse(Transaction, await ask('eth_getTransactionByHash', hash))
  if (!success || !output?.to) return 'unknown'
  const value = readQuantity(output.value)
  if (isSameAddress(output.to, recipient)) return value !== undefined && value >= owed ? 'paid' : 'otherwise'
  return output.input === '0x' ? 'otherwise' : 'unknown'
}

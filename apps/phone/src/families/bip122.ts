import { base64, hex } from '@scure/base'
import { Address, selectUTXO, Transaction } from '@scure/btc-signer'
import { array, boolean, looseObject, number, optional, picklist, pipe, regex, string } from 'valibot'
import { type BitcoinKey, bitcoinKey, bitcoinNetworkOf, isSpentBy, type Purpose } from '../keys/bitcoinAccount.ts'
import { signBip322, signEcdsa } from '../keys/bitcoinMessage.ts'
import { messages } from '../messages.ts'
import { broadcast, readCoins } from '../nodes.ts'
import { needsReadable, noNode, RequestError, unauthorized } from '../requestError.ts'
import { type Call, defineFamily, method } from './family.ts'

const texts = messages.requests
const PURPOSES: readonly Purpose[] = ['payment', 'ordinal']

/** Satoshis per virtual byte: few, because local blocks are empty. */
const FEE_RATE = 2n

/** The keys of all accounts that the site may use. */
const ownKeys = ({ accounts, network }: Call) =>
  accounts.flatMap((index) => PURPOSES.map((purpose) => bitcoinKey(purpose, index, network.id)))

/** @throws RequestError 4100 unless the site may use the address */
function keyOf(address: string, call: Call): BitcoinKey {
  const key = ownKeys(call).find((own) => own.address === address)
  if (!key) throw unauthorized()
  return key
}

/** @throws RequestError -32602 if the address is invalid */
function checkAddress(address: string, networkId: string) {
  const network = Address(bitcoinNetworkOf(networkId))
  needsReadable('The recipient’s address is none of this network.', () => network.decode(address))
}

const inBitcoin = (satoshi: bigint) => `${Number(satoshi) / 1e8} BTC`

/** @throws RequestError -32602 */
const readPsbt = (text: string) =>
  needsReadable('The PSBT cannot be read.', () =>
    Transaction.fromPSBT(base64.decode(text), { allowUnknownOutputs: true }),
  )

interface WantedInput {
  readonly address: string
  readonly index: number
  readonly sighashTypes?: readonly number[]
}

/** All inputs that an approved account can sign, for a site that lists none. */
function ownInputs(transaction: Transaction, call: Call): WantedInput[] {
  const keys = ownKeys(call)
  return Array.from({ length: transaction.inputsLength }, (_, index) => index).flatMap((index) =>
    keys.filter((key) => isSpentBy(key, transaction, index)).map(({ address }) => ({ address, index })),
  )
}

function signInput(transaction: Transaction, { address, index, sighashTypes }: WantedInput, call: Call) {
  const { privateKey, tapInternalKey } = keyOf(address, call)
  const [sighashType] = sighashTypes ?? []
  try {
    transaction.updateInput(index, { ...(tapInternalKey && { tapInternalKey }), ...(sighashType && { sighashType }) })
    transaction.signIdx(privateKey, index, sighashTypes ? [...sighashTypes] : undefined)
  } catch (cause) {
    throw new RequestError(-32602, `Input ${index} cannot be signed: ${(cause as Error).message}`, { cause })
  }
}

async function send(transaction: Transaction, { network }: Call): Promise<string> {
  if (!network.url) throw noNode(network.name)
  transaction.finalize()
  return broadcast(network.url, transaction.hex)
}

async function transfer(key: BitcoinKey, recipient: string, amount: bigint, call: Call): Promise<string> {
  const { url, name, id } = call.network
  if (!url) throw noNode(name)
  const coins = await readCoins(url, key.address)
  const inputs = coins.map(({ txid, vout, value }) => ({
    txid,
    index: vout,
    witnessUtxo: { script: key.script, amount: BigInt(value) },
    tapInternalKey: key.tapInternalKey,
  }))
  const selected = selectUTXO(inputs, [{ address: recipient, amount }], 'default', {
    changeAddress: key.address,
    feePerByte: FEE_RATE,
    bip69: true,
    createTx: true,
    network: bitcoinNetworkOf(id),
  })
  if (!selected?.tx) throw new RequestError(-32000, 'The account does not hold enough for this amount and its fee.')
  selected.tx.sign(key.privateKey)
  return send(selected.tx, call)
}

const addressOf = (index: number, networkId: string) => bitcoinKey('payment', index, networkId).address

export const bip122 = defineFamily('bip122', addressOf, {
  getAccountAddresses: method(looseObject({ account: optional(string()) }), ({ account }, call) => ({
    words: texts.showAccounts,
    isQuiet: true,
    run() {
      if (account !== undefined) keyOf(account, call)
      return ownKeys(call).map(({ address, purpose, path, publicKey: bytes }) => {
        const publicKey = hex.encode(bytes)
        return { address, purpose, path, publicKey }
      })
    },
  })),

  signMessage: method(
    looseObject({
      account: string(),
      address: optional(string()),
      message: string(),
      protocol: optional(picklist(['ecdsa', 'bip322'])),
    }),
    ({ account, address = account, message, protocol }, call) => {
      const key = keyOf(address, call)
      const sign = protocol === 'bip322' || key.purpose === 'ordinal' ? signBip322 : signEcdsa
      return {
        words: texts.signMessage(message),
        run: () => ({ address, signature: hex.encode(sign(message, key)) }),
      }
    },
  ),

  sendTransfer: method(
    looseObject({ account: string(), recipientAddress: string(), amount: pipe(string(), regex(/^[1-9]\d*$/)) }),
    ({ account, recipientAddress, amount }, call) => {
      const key = keyOf(account, call)
      checkAddress(recipientAddress, call.network.id)
      return {
        words: texts.send(inBitcoin(BigInt(amount)), recipientAddress),
        run: async () => ({ txid: await transfer(key, recipientAddress, BigInt(amount), call) }),
      }
    },
  ),

  signPsbt: method(
    looseObject({
      account: string(),
      psbt: string(),
      signInputs: optional(
        array(looseObject({ address: string(), index: number(), sighashTypes: optional(array(number())) })),
      ),
      broadcast: optional(boolean()),
    }),
    ({ account, psbt, signInputs = [], broadcast: isSent = false }, call) => {
      keyOf(account, call)
      const transaction = readPsbt(psbt)
      const inputs = signInputs.length > 0 ? signInputs : ownInputs(transaction, call)
      return {
        words: texts.signPsbt(inputs.length, isSent),
        async run() {
          for (const input of inputs) signInput(transaction, input, call)
          const txid = isSent ? await send(transaction, call) : undefined
          return { psbt: base64.encode(transaction.toPSBT()), ...(txid && { txid }) }
        },
      }
    },
  ),
})

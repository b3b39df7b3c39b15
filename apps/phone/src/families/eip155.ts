import {
  array,
  custom,
  type GenericSchema,
  looseObject,
  minLength,
  optional,
  parse,
  pipe,
  string,
  tuple,
} from 'valibot'
import {
  type Address,
  createClient,
  formatEther,
  type Hex,
  hexToBigInt,
  hexToBytes,
  http,
  isAddress,
  isHex,
  stringToHex,
  type TypedDataDefinition,
} from 'viem'
import { type HDAccount, HDKey, hdKeyToAccount } from 'viem/accounts'
import { sendTransaction } from 'viem/actions'
import { readSeed } from '../keys/seed.ts'
import { messages } from '../messages.ts'
import { needsReadable, noNode, unknownChain } from '../requestError.ts'
import { accountOf, defineFamily, method, showAccounts, signingWords } from './family.ts'

const texts = messages.requests
const accounts = new Map<number, HDAccount>()

/** m/44'/60'/0'/0/n */
function signerOf(addressIndex: number): HDAccount {
  const known = accounts.get(addressIndex)
  if (known) return known
  const account = hdKeyToAccount(HDKey.fromMasterSeed(readSeed()), { addressIndex })
  accounts.set(addressIndex, account)
  return account
}

export const signEvmMessage = (account: number, message: string) => signerOf(account).signMessage({ message })

const addresses = { addressOf: (index: number) => signerOf(index).address }

const hex: GenericSchema<Hex> = custom<Hex>((value) => isHex(value))
const address: GenericSchema<Address> = custom<Address>((value) => isAddress(String(value), { strict: false }))
const bigint = (value: Hex | undefined) => (value && value !== '0x' ? hexToBigInt(value) : undefined)
const amountOf = (value: Hex | undefined) => `${formatEther(bigint(value) ?? 0n)} ETH`

const Transaction = looseObject({
  from: address,
  to: optional(address),
  data: optional(hex),
  value: optional(hex),
  gas: optional(hex),
})

const TypedData = looseObject({
  domain: optional(looseObject({ name: optional(string()) })),
  primaryType: string(),
})

function transactionWords({ to, data = '0x', value }: { to?: Address; data?: Hex; value?: Hex }): string {
  if (!to) return texts.create(amountOf(value))
  return data === '0x' ? texts.send(amountOf(value), to) : texts.call(to, amountOf(value))
}

const idOf = (chainId: Hex) => `eip155:${hexToBigInt(chainId)}`

/** @throws RequestError -32602 */
const readTypedData = (text: string) =>
  needsReadable('The typed data cannot be read.', () => parse(TypedData, JSON.parse(text)))

export const eip155 = defineFamily('eip155', addresses.addressOf, {
  personal_sign: method(tuple([string(), address]), ([message, from], call) => {
    const signer = signerOf(accountOf(from, call, addresses))
    const raw = isHex(message) ? message : stringToHex(message)
    const words = isHex(message) ? signingWords(hexToBytes(message)) : texts.signMessage(message)
    return { words, run: () => signer.signMessage({ message: { raw } }) }
  }),

  eth_signTypedData_v4: method(tuple([address, string()]), ([from, text], call) => {
    const signer = signerOf(accountOf(from, call, addresses))
    const data = readTypedData(text)
    return {
      words: texts.signTypedData(data.primaryType, data.domain?.name ?? texts.someone),
      run: () => signer.signTypedData(data as TypedDataDefinition),
    }
  }),

  eth_sendTransaction: method(tuple([Transaction]), ([transaction], call) => {
    const account = signerOf(accountOf(transaction.from, call, addresses))
    const { url, name } = call.network
    return {
      words: transactionWords(transaction),
      run() {
        if (!url) throw noNode(name)
        return sendTransaction(createClient({ account, transport: http(url, { retryCount: 0 }) }), {
          chain: null,
          to: transaction.to,
          data: transaction.data,
          value: bigint(transaction.value),
          gas: bigint(transaction.gas),
        })
      },
    }
  }),

  wallet_switchEthereumChain: method(tuple([looseObject({ chainId: hex })]), ([{ chainId }], { wallet }) => {
    const network = wallet.knows(idOf(chainId))
    if (!network) throw unknownChain()
    return {
      words: texts.switchNetwork(network.name),
      async run() {
        await wallet.switchNetwork(network.id)
        return null
      },
    }
  }),

  wallet_addEthereumChain: method(
    tuple([looseObject({ chainId: hex, chainName: string(), rpcUrls: pipe(array(string()), minLength(1)) })]),
    ([{ chainId, chainName, rpcUrls }], { wallet }) => {
      const [url = ''] = rpcUrls
      return {
        words: texts.addNetwork(chainName, url),
        async run() {
          wallet.addNetwork({ id: idOf(chainId), name: chainName, url })
          await wallet.switchNetwork(idOf(chainId))
          return null
        },
      }
    },
  ),

  eth_accounts: showAccounts(addresses.addressOf),
  eth_requestAccounts: showAccounts(addresses.addressOf),
})

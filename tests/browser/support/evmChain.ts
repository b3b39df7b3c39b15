import { type Address, createPublicClient, encodeFunctionData, erc20Abi, type Hex, http, parseAbi, toHex } from 'viem'
import { LOCAL_TOKENS } from '../../../local/chains/evmContracts.ts'
import { mined } from '../../../services/testing/mined.ts'
import { askChain, stack } from './stack.ts'

/** The stack's first EVM chain, queried without our code. */
export const chain = () => createPublicClient({ transport: http(stack.urls.anvil), pollingInterval: 100 })

const [dollar] = LOCAL_TOKENS
if (!dollar) throw new Error('There is no token.')
/** The local dollar, with six decimals. */
export const DOLLAR = dollar

/** Account 7 of the development mnemonic; anvil signs for it, and only this file uses it. */
const PAYER = '0x14dC79964da2C08b23698B3D3cc7Ca32193d9955'

/** An unused address. */
export const stranger = (): Address =>
  `0x${[...crypto.getRandomValues(new Uint8Array(20))].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`

/** @param wei the account's new balance */
export const setBalance = (address: string, wei: bigint, url = stack.urls.anvil): Promise<unknown> =>
  askChain(url, 'anvil_setBalance', [address, toHex(wei)])

/** @param isOn whether each transaction is mined at once, the default of every local chain */
export const setAutomine = (isOn: boolean): Promise<unknown> => askChain(stack.urls.anvil, 'evm_setAutomine', [isOn])

/** Runs `run` while no block is mined: transactions stay pending. */
export async function whileNothingIsMined<T>(run: () => Promise<T>): Promise<T> {
  await setAutomine(false)
  try {
    return await run()
  } finally {
    await setAutomine(true)
  }
}

/** Call data of a non-standard function with which anyone may mint dollars. @param amount in millionths */
export const mintData = (to: Address, amount: bigint): Hex =>
  encodeFunctionData({ abi: parseAbi(['function mint(address to, uint256 amount)']), args: [to, amount] })

/** @param amount in millionths */
export async function mintDollars(to: Address, amount: bigint): Promise<void> {
  const data = mintData(to, amount)
  const hash = await askChain(stack.urls.anvil, 'eth_sendTransaction', [{ from: PAYER, to: DOLLAR.address, data }])
  await mined(chain(), hash as `0x${string}`)
}

/** Current balance in wei. */
export const coinsOf = (address: Address): Promise<bigint> => chain().getBalance({ address })

/** Current balance in millionths. */
export const dollarsOf = (address: Address): Promise<bigint> =>
  chain().readContract({ abi: erc20Abi, address: DOLLAR.address, functionName: 'balanceOf', args: [address] })

/** Current allowance in millionths. */
export const allowanceOf = (owner: Address, spender: Address): Promise<bigint> =>
  chain().readContract({ abi: erc20Abi, address: DOLLAR.address, functionName: 'allowance', args: [owner, spender] })

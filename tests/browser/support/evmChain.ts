import { type Address, createPublicClient, encodeFunctionData, erc20Abi, type Hex, http, parseAbi, toHex } from 'viem'
import { LOCAL_TOKENS } from '../../../services/src/localChains/evmContracts.ts'
import { mined } from '../../../services/testing/mined.ts'
import { askChain, stack } from './stack.ts'

/** The first EVM chain of the stack, asked without anything of ours in between. */
export const chain = () => createPublicClient({ transport: http(stack.urls.anvil), pollingInterval: 100 })

const [dollar] = LOCAL_TOKENS
if (!dollar) throw new Error('There is no token.')
/** The local dollar, with six decimals. */
export const DOLLAR = dollar

/** Account 7 of the development mnemonic, which anvil signs for and nobody else uses. */
const PAYER = '0x14dC79964da2C08b23698B3D3cc7Ca32193d9955'

/** An address that nobody has used. */
export const stranger = (): Address =>
  `0x${[...crypto.getRandomValues(new Uint8Array(20))].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`

/** @param wei what the account has from now on */
export const setBalance = (address: string, wei: bigint, url = stack.urls.anvil): Promise<unknown> =>
  askChain(url, 'anvil_setBalance', [address, toHex(wei)])

/** @param isOn whether each transaction is mined at once, as on every local chain that nobody has told otherwise */
export const setAutomine = (isOn: boolean): Promise<unknown> => askChain(stack.urls.anvil, 'evm_setAutomine', [isOn])

/** What happens while no block is made: what is sent meanwhile waits. */
export async function whileNothingIsMined<T>(run: () => Promise<T>): Promise<T> {
  await setAutomine(false)
  try {
    return await run()
  } finally {
    await setAutomine(true)
  }
}

/** What makes dollars for somebody; anybody may. No standard has that function. @param amount in millionths */
export const mintData = (to: Address, amount: bigint): Hex =>
  encodeFunctionData({ abi: parseAbi(['function mint(address to, uint256 amount)']), args: [to, amount] })

/** @param amount in millionths */
export async function mintDollars(to: Address, amount: bigint): Promise<void> {
  const data = mintData(to, amount)
  const hash = await askChain(stack.urls.anvil, 'eth_sendTransaction', [{ from: PAYER, to: DOLLAR.address, data }])
  await mined(chain(), hash as `0x${string}`)
}

/** In wei, at this moment. */
export const coinsOf = (address: Address): Promise<bigint> => chain().getBalance({ address })

/** In millionths, at this moment. */
export const dollarsOf = (address: Address): Promise<bigint> =>
  chain().readContract({ abi: erc20Abi, address: DOLLAR.address, functionName: 'balanceOf', args: [address] })

/** In millionths, at this moment. */
export const allowanceOf = (owner: Address, spender: Address): Promise<bigint> =>
  chain().readContract({ abi: erc20Abi, address: DOLLAR.address, functionName: 'allowance', args: [owner, spender] })

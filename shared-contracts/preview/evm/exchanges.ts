import type { ExchangeRole } from '../context.ts'

export interface Exchange {
  /** In lower case. */
  readonly address: string
  readonly name: string
  readonly role: ExchangeRole
  /** CAIP-2 references. Undefined if the address derives from the code, so each network has the same contract there. */
  readonly networks?: readonly string[]
}

const ONE_INCH = ['1', '10', '56', '100', '137', '8453', '42161', '43114', '59144']
const COW = ['1', '56', '100', '137', '8453', '42161', '43114']
const ZERO_EX = ['1', '56', '137', '8453', '42161', '43114']

/** Contracts that execute signed orders. Data signed for any other contract is never shown as an order. */
export const EXCHANGES: readonly Exchange[] = [
  { address: '0x00000000006c3852cbef3e08e8df289169ede581', name: 'Seaport 1.1', role: 'seaport' },
  { address: '0x00000000000001ad428e4906ae43d8f9852d0dd6', name: 'Seaport 1.4', role: 'seaport' },
  { address: '0x00000000000000adc04c56bf30ac9d3c0aaf14dc', name: 'Seaport 1.5', role: 'seaport' },
  { address: '0x0000000000000068f116a894984e2db1123eb395', name: 'Seaport 1.6', role: 'seaport' },
  { address: '0x000000000000ad05ccc4f10045630fb830b95127', name: 'Blur', role: 'blur', networks: ['1'] },
  { address: '0x9008d19f58aabd9ed0d60971565aa8510560ab41', name: 'CoW Protocol', role: 'cow', networks: COW },
  { address: '0x111111125421ca6dc452d289314280a0f8842a65', name: '1inch', role: 'oneInch', networks: ONE_INCH },
  { address: '0xdef1c0ded9bec7f1a1670819833240f027b25eff', name: '0x Protocol', role: 'zeroEx', networks: ZERO_EX },
  { address: '0xdef1abe32c034e558cdd535791643c58a13acc10', name: '0x Protocol', role: 'zeroEx', networks: ['10'] },
  { address: '0x6000da47483062a0d734ba3dc7576ce6a0b645c4', name: 'UniswapX', role: 'uniswapX', networks: ['1'] },
  { address: '0x00000011f84b9aa48e5f8aa8b9897600006289be', name: 'UniswapX', role: 'uniswapX', networks: ['1'] },
  { address: '0x1bd1aadc9e230626c44a139d7e70d842749351eb', name: 'UniswapX', role: 'uniswapX', networks: ['42161'] },
]

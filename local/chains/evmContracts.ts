import type { Address } from 'viem'

/** The address of Multicall3 on every public network. */
export const MULTICALL3_ADDRESS: Address = '0xcA11bde05977b3631167028862bE2a173976CA11'

/** The deterministic deployer, built into anvil: its addresses do not depend on earlier deployments. */
export const CREATE2_DEPLOYER: Address = '0x4e59b44847b379578588920cA78FbF26c0B4956C'

/** Account 9 of the development mnemonic; its nonces determine the addresses below. */
export const DEPLOYER: Address = '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720'

/** Accounts 0 and 1 of the development mnemonic `test test … junk`. Their keys are public. */
export const DEVELOPMENT_ADDRESSES = [
  '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
] as const satisfies readonly Address[]

export interface LocalToken {
  readonly address: Address
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  /** Balances of `DEVELOPMENT_ADDRESSES`, in whole tokens. */
  readonly owned: readonly [number, number]
}

/** The tokens in the order of their deployment, with the nonces 0, 1 and 2. */
export const LOCAL_TOKENS: readonly LocalToken[] = [
  {
    address: '0x700b6A60ce7EaaEA56F065753d8dcB9653dbAD35',
    name: 'USD Coin',
    symbol: 'USDC',
    decimals: 6,
    owned: [10_000, 500],
  },
  {
    address: '0xA15BB66138824a1c7167f5E85b957d04Dd34E468',
    name: 'Dai Stablecoin',
    symbol: 'DAI',
    decimals: 18,
    owned: [10_000, 500],
  },
  {
    address: '0xb19b36b1456E65E3A6D514D3F715f204BD59f431',
    name: 'Ticket',
    symbol: 'TKT',
    decimals: 0,
    owned: [25, 5],
  },
]

/** Nonce 3. Ids 1 and 2 belong to the first of `DEVELOPMENT_ADDRESSES`, id 3 to the second. */
export const LOCAL_NFT = {
  address: '0x8ce361602B935680E8DeC218b820ff5056BeB7af',
  name: 'Portico Pass',
  symbol: 'PASS',
  owned: [2, 1],
} as const

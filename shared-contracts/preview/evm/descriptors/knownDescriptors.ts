import type { CaipNetworkId } from '../../../src/caip.ts'
import type { Hex } from '../../description.ts'
import { type Descriptor, readDescriptor } from './readDescriptor.ts'

const AAVE_POOL = '0x794a61358d6845594f94dc1db02a252b5b4814ad'
const amount = (path: string, label: string, token: string) => ({
  path,
  label,
  format: 'tokenAmount',
  params: { tokenPath: token },
})

/** Aave v3, with its pool on each network. */
const aave = {
  context: {
    contract: {
      deployments: [
        { chainId: 1, address: '0x87870bca3f3fd6335c3f4ce8392d69350b4fa4e2' },
        ...[10, 137, 42161, 43114].map((chainId) => ({ chainId, address: AAVE_POOL })),
        { chainId: 8453, address: '0xa238dd80c259a72e81d7e4664a9801593f98d1c5' },
      ],
    },
  },
  metadata: { enums: { rate: { 1: 'Stable', 2: 'Variable' } } },
  display: {
    formats: {
      'supply(address asset, uint256 amount, address onBehalfOf, uint16 referralCode)': {
        intent: 'Lend tokens to Aave',
        fields: [
          amount('amount', 'You lend', 'asset'),
          { path: 'onBehalfOf', label: 'Lent on behalf of', format: 'addressName' },
        ],
      },
      'withdraw(address asset, uint256 amount, address to)': {
        intent: 'Withdraw tokens from Aave',
        fields: [amount('amount', 'You withdraw', 'asset'), { path: 'to', label: 'Paid to', format: 'addressName' }],
      },
      'borrow(address asset, uint256 amount, uint256 interestRateMode, uint16 referralCode, address onBehalfOf)': {
        intent: 'Borrow tokens from Aave',
        fields: [
          amount('amount', 'You borrow', 'asset'),
          {
            path: 'interestRateMode',
            label: 'Interest rate',
            format: 'enum',
            params: { $ref: '$.metadata.enums.rate' },
          },
          { path: 'onBehalfOf', label: 'Owed by', format: 'addressName' },
        ],
      },
      'repay(address asset, uint256 amount, uint256 interestRateMode, address onBehalfOf)': {
        intent: 'Repay debt to Aave',
        fields: [
          amount('amount', 'You repay at most', 'asset'),
          {
            path: 'interestRateMode',
            label: 'Interest rate',
            format: 'enum',
            params: { $ref: '$.metadata.enums.rate' },
          },
          { path: 'onBehalfOf', label: 'Debt owed by', format: 'addressName' },
        ],
      },
    },
  },
}

const STAKED = '0xae7ab96520de3a18e5e111b5eaab095312d7fe84'
const WRAPPED = '0x7f39c581f595b53c5cb19bd0b3f8da6c935e2ca0'
const on = (address: string) => ({ contract: { deployments: [{ chainId: 1, address }] } })

const lido = {
  context: on(STAKED),
  display: {
    formats: {
      'submit(address referral)': {
        intent: 'Stake ETH with Lido',
        fields: [{ path: '@.value', label: 'You stake', format: 'amount' }],
      },
    },
  },
}

const wrappedStake = {
  context: on(WRAPPED),
  display: {
    formats: {
      'wrap(uint256 amount)': {
        intent: 'Wrap staked ETH',
        fields: [{ path: 'amount', label: 'You wrap', format: 'tokenAmount', params: { token: STAKED } }],
      },
      'unwrap(uint256 amount)': {
        intent: 'Unwrap staked ETH',
        fields: [{ path: 'amount', label: 'You unwrap', format: 'tokenAmount', params: { token: WRAPPED } }],
      },
    },
  },
}

/** The first four bytes of each signature's Keccak hash. */
export const SELECTORS: Readonly<Record<string, Hex>> = {
  'supply(address,uint256,address,uint16)': '0x617ba037',
  'withdraw(address,uint256,address)': '0x69328dec',
  'borrow(address,uint256,uint256,uint16,address)': '0xa415bcad',
  'repay(address,uint256,uint256,address)': '0x573ade81',
  'submit(address)': '0xa1903eab',
  'wrap(uint256)': '0xea598cb0',
  'unwrap(uint256)': '0xde0e9a3e',
}

const all: readonly Descriptor[] = [aave, lido, wrappedStake].flatMap((source) =>
  readDescriptor(source, (signature) => (Object.hasOwn(SELECTORS, signature) ? SELECTORS[signature] : undefined)),
)

/** Known descriptors for the contracts of a network, from a list that no page can change. */
export const knownDescriptors = (caipNetworkId: CaipNetworkId): readonly Descriptor[] =>
  all.filter(({ deployments }) => deployments.some((place) => place.startsWith(`${caipNetworkId}:`)))

import * as contracts from '@portico/contracts'
import { DEFAULT_WALLET_FEATURES_ORDER } from '@portico/contracts/services/knownRemotes'
import { readFiles } from './files.ts'

const s = 1_000
const min = 60 * s

/** rules.md §9, row by row; the numbers are copied from there, not from the code. */
const rows: readonly [row: string, constants: Readonly<Record<string, unknown>>][] = [
  ['pairing validity 4 minutes; expiry margin 10 s', { PAIRING_LIFETIME_MS: 4 * min, PAIRING_MARGIN_MS: 10 * s }],
  [
    'cache lifetimes: portfolio 30 s, native balance 30 s, name 5 min, identity 5 min, history 15 s, token price 15 s',
    {
      PORTFOLIO_LIFETIME_S: 30,
      NATIVE_BALANCE_LIFETIME_S: 30,
      NAME_LIFETIME_S: 5 * 60,
      IDENTITY_LIFETIME_S: 5 * 60,
      TRANSACTION_HISTORY_LIFETIME_S: 15,
      TOKEN_PRICE_LIFETIME_S: 15,
    },
  ],
  ['recent wallets stored: max 2', { RECENT_WALLETS_MAX: 2 }],
  ['popup size 600 by 800', { POPUP_WIDTH_PX: 600, POPUP_HEIGHT_PX: 800 }],
  ['popup-closed poll and email-change poll every 1 s', { POPUP_CLOSED_POLL_MS: 1 * s }],
  ['swap slippage tolerance 1', { SWAP_SLIPPAGE_TOLERANCE: 1 }],
  [
    'swap networks: 12 EVM chain ids',
    { SWAP_CHAIN_IDS: [1, 42161, 10, 324, 8453, 56, 137, 100, 43114, 250, 8217, 1313161554] },
  ],
  ['default socials', { DEFAULT_SOCIALS: ['google', 'x', 'discord', 'farcaster', 'github', 'apple', 'facebook'] }],
  ['theme: default mode dark; modal width 360px', { DEFAULT_THEME_MODE: 'dark', MODAL_WIDTH_PX: 360 }],
  ['image preload time-out 2 s', { IMAGE_PRELOAD_TIMEOUT_MS: 2 * s }],
  ['search debounce default 500 ms', { SEARCH_DEBOUNCE_MS: 500 }],
  ['snack replace delay 150 ms; modal shake 500 ms', { SNACK_REPLACE_DELAY_MS: 150, MODAL_SHAKE_MS: 500 }],
  ['unsafe-request error message delay 300 ms', { UNSAFE_REQUEST_MESSAGE_DELAY_MS: 300 }],
  ['email login cooldown 30 s', { EMAIL_LOGIN_COOLDOWN_MS: 30 * s }],
  ['frame load timeout 20 s', { FRAME_LOAD_TIMEOUT_MS: 20 * s }],
  ['connect email, device, OTP, social, redirect request timeout 120 s', { FRAME_REQUEST_TIMEOUT_MS: 120 * s }],
  ['disconnect wait 3 s', { DISCONNECT_WAIT_MS: 3 * s }],
  ['frame init delay 500 ms', { FRAME_INIT_DELAY_MS: 500 }],
  [
    'fallback transport health check every 4 s, 10 samples, 1 s timeout, weights 0.7 stability and 0.3 latency',
    {
      TRANSPORT_RANK_INTERVAL_MS: 4 * s,
      TRANSPORT_RANK_SAMPLES: 10,
      TRANSPORT_RANK_TIMEOUT_MS: 1 * s,
      TRANSPORT_RANK_WEIGHTS: { stability: 0.7, latency: 0.3 },
    },
  ],
  ['default log level error', { DEFAULT_LOG_LEVEL: 'error' }],
  ['secure wallet version 4', { SECURE_WALLET_VERSION: '4' }],
  ['widget version string 1.7.19', { WIDGET_VERSION: '1.7.19' }],
  ['bitcoin account indexes: payment 0, ordinal 1', { BITCOIN_PAYMENT_INDEX: 0, BITCOIN_ORDINAL_INDEX: 1 }],
  [
    'default allowed ancestors: localhost and 127.0.0.1 (http and https, any port), three hosting wildcards',
    {
      DEFAULT_ALLOWED_ANCESTORS: [
        'http://localhost:*',
        'https://localhost:*',
        'http://127.0.0.1:*',
        'https://127.0.0.1:*',
        'https://*.pages.dev',
        'https://*.vercel.app',
        'https://*.ngrok-free.app',
      ],
    },
  ],
  ['default chain eip155:1', { DEFAULT_CAIP_NETWORK_ID: 'eip155:1' }],
]

/** Limits from other sections that `limits.ts` also holds. */
const elsewhere: typeof rows = [
  [
    '§2: the order of connect methods, connector types and wallet features',
    {
      DEFAULT_CONNECT_METHODS_ORDER: ['email', 'social', 'wallet'],
      DEFAULT_CONNECTOR_TYPE_ORDER: [
        'walletConnect',
        'recent',
        'injected',
        'featured',
        'custom',
        'external',
        'recommended',
      ],
    },
  ],
  [
    '§3: what the accounts of a family can be for',
    {
      ACCOUNT_TYPES: {
        eip155: ['eoa', 'smartAccount'],
        bip122: ['payment', 'ordinal', 'stx'],
        polkadot: ['eoa'],
        cosmos: ['eoa'],
        solana: ['eoa'],
      },
    },
  ],
  [
    '§3: the account types that are preferred',
    { DEFAULT_ACCOUNT_TYPES: { eip155: 'smartAccount', bip122: 'payment', polkadot: 'eoa', solana: 'eoa' } },
  ],
  ['§8: error reports are limited to 5 per minute', { ERROR_REPORTS_PER_MINUTE: 5 }],
  ['§8: an unavailable balance is asked for again after 30 s only', { BALANCE_RETRY_MS: 30 * s }],
]

test.each([...rows, ...elsewhere])('%s', (_, constants) => {
  expect(contracts).toMatchObject(constants)
})

test('the default order of the money actions', () => {
  expect(DEFAULT_WALLET_FEATURES_ORDER).toEqual(['onramp', 'swaps', 'receive', 'send'])
})

test('this file compares every limit with the specification', () => {
  const source = readFiles(['shared-contracts/src']).get('shared-contracts/src/limits.ts') ?? ''
  const named = [...source.matchAll(/^export const (\w+)/gm)].map((match) => match[1])
  const checked = [...rows, ...elsewhere].flatMap(([, constants]) => Object.keys(constants))
  expect(named.length).toBeGreaterThan(0)
  expect([...named].sort()).toEqual([...checked].sort())
})

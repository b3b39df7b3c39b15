/** The business constants and limits of rules.md §9: one per row, with its unit in the name, and nowhere else. */

export const PAIRING_LIFETIME_MS = 240_000
/** A pairing counts as expired when less than this time remains (rules.md §4). */
export const PAIRING_MARGIN_MS = 10_000

export const PORTFOLIO_LIFETIME_S = 30
export const NATIVE_BALANCE_LIFETIME_S = 30
export const NAME_LIFETIME_S = 300
export const IDENTITY_LIFETIME_S = 300
export const TRANSACTION_HISTORY_LIFETIME_S = 15
export const TOKEN_PRICE_LIFETIME_S = 15

export const RECENT_WALLETS_MAX = 2

export const POPUP_WIDTH_PX = 600
export const POPUP_HEIGHT_PX = 800
/** How often the page checks whether a window is closed, and whether an e-mail address has changed. */
export const POPUP_CLOSED_POLL_MS = 1_000

/** In per cent. */
export const SWAP_SLIPPAGE_TOLERANCE = 1
export const SWAP_CHAIN_IDS = [1, 42161, 10, 324, 8453, 56, 137, 100, 43114, 250, 8217, 1313161554] as const

export const DEFAULT_SOCIALS = ['google', 'x', 'discord', 'farcaster', 'github', 'apple', 'facebook'] as const
export const DEFAULT_CONNECT_METHODS_ORDER = ['email', 'social', 'wallet'] as const
export const DEFAULT_CONNECTOR_TYPE_ORDER = [
  'walletConnect',
  'recent',
  'injected',
  'featured',
  'custom',
  'external',
  'recommended',
] as const
/** The account types of each family (rules.md §3). */
export const ACCOUNT_TYPES = {
  eip155: ['eoa', 'smartAccount'],
  bip122: ['payment', 'ordinal', 'stx'],
  polkadot: ['eoa'],
  cosmos: ['eoa'],
  solana: ['eoa'],
} as const
export const DEFAULT_ACCOUNT_TYPES = {
  eip155: 'smartAccount',
  bip122: 'payment',
  polkadot: 'eoa',
  solana: 'eoa',
} as const

export const DEFAULT_THEME_MODE = 'dark'
export const MODAL_WIDTH_PX = 360
export const IMAGE_PRELOAD_TIMEOUT_MS = 2_000
export const SEARCH_DEBOUNCE_MS = 500
export const SNACK_REPLACE_DELAY_MS = 150
export const MODAL_SHAKE_MS = 500
export const UNSAFE_REQUEST_MESSAGE_DELAY_MS = 300

export const EMAIL_LOGIN_COOLDOWN_MS = 30_000
export const FRAME_LOAD_TIMEOUT_MS = 20_000
/** Applies when connecting by e-mail, device, one-time code, social login or redirect. */
export const FRAME_REQUEST_TIMEOUT_MS = 120_000
export const DISCONNECT_WAIT_MS = 3_000
export const FRAME_INIT_DELAY_MS = 500

export const TRANSPORT_RANK_INTERVAL_MS = 4_000
export const TRANSPORT_RANK_SAMPLES = 10
export const TRANSPORT_RANK_TIMEOUT_MS = 1_000
export const TRANSPORT_RANK_WEIGHTS = { stability: 0.7, latency: 0.3 } as const

export const DEFAULT_LOG_LEVEL = 'error'
export const SECURE_WALLET_VERSION = '4'
/** The widget version that is sent to services (`sv`). Our own version is only in diagnostics. */
export const WIDGET_VERSION = '1.7.19'

export const BITCOIN_PAYMENT_INDEX = 0
export const BITCOIN_ORDINAL_INDEX = 1

/** `*` matches exactly one host label, `:*` any port. */
export const DEFAULT_ALLOWED_ANCESTORS = [
  'http://localhost:*',
  'https://localhost:*',
  'http://127.0.0.1:*',
  'https://127.0.0.1:*',
  'https://*.pages.dev',
  'https://*.vercel.app',
  'https://*.ngrok-free.app',
] as const

export const DEFAULT_CAIP_NETWORK_ID = 'eip155:1'

/** rules.md §8: error reports to the analytics service. */
export const ERROR_REPORTS_PER_MINUTE = 5
/** rules.md §8: minimum delay before a retry after 'Token Balance Unavailable'. */
export const BALANCE_RETRY_MS = 30_000

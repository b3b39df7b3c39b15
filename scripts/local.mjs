import { fileURLToPath } from 'node:url'
import { remotesIn } from './remotes.mjs'

/**
 * Addresses and names of the local stack, for all scripts and tests. `PORT_OFFSET=n` shifts all ports, so that two
 * copies can run in parallel.
 */

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** Addresses of the pool router and the dollar token on the local EVM chains. */
export const LOCAL_POOLS = {
  router: '0x74f0fe5Cf741DD8072b547c984031653e20b1778',
  dollar: '0x700b6A60ce7EaaEA56F065753d8dcB9653dbAD35',
}

/** The swap desk on the local Solana chain, `local/chains/solana/desk/deskKey.ts`. */
export const LOCAL_DESK = '4sBtw8iWw4ksHiEvPA4NtPf4HNySzBFrWsW6iHUjA6fY'

/** Signs sessions in development; public. */
export const LOCAL_AUTH_SECRET = 'portico-local-development-only-0001'

/** The local services' project, with every feature on. */
export const LOCAL_PROJECT_ID = '00000000000000000000000000000001'

/** The tests' second project, unaffected by features that tests turn off in the first one. */
export const WALLET_PROJECT_ID = '00000000000000000000000000000002'

/** CAIP-2 */
export const EVM_CAIP_IDS = ['eip155:31337', 'eip155:31338']

/** CAIP-2: the first 32 characters of the genesis hash, `local/chains/solana/genesis.ts`. */
export const SOLANA_CAIP_ID = 'solana:GkStFFP7BAvJYUn9ZG7zmsFfMSJNKvWu'

/** CAIP-2: the first 32 characters of regtest's genesis block hash. */
export const BITCOIN_CAIP_ID = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'

/** Account 8 of the development mnemonic, which anvil signs for; the on-ramp sandbox pays from it. */
export const LOCAL_ONRAMP_PAYER = '0x23618e81E3f5cdF7f54C3d65f7FBc0aBf5B21E8f'

/** Account 6 of the development mnemonic; only the test exchange pays from it. */
export const LOCAL_EXCHANGE_PAYER = '0x976EA74026E726554dB657fA54763abd0C3a0aa9'

/** @param {number} [offset] */
export function localPorts(offset = Number(process.env.PORT_OFFSET ?? 0)) {
  const at = (/** @type {number} */ port) => port + offset
  return {
    playground: at(4300),
    host: at(4301),
    services: at(4302),
    secureSite: at(4303),
    console: at(4304),
    phone: at(4305),
    mailbox: at(4306),
    identityProvider: at(4307),
    bundler: at(4308),
    farcaster: at(4309),
    authShares: at(4320),
    recoveryShares: at(4321),
    mailboxSmtp: at(4322),
    /** One origin per remote, in alphabetical order. */
    remotes: Object.fromEntries(remotesIn(ROOT).map((id, index) => [id, at(4330 + index)])),
    anvil: at(8545),
    secondAnvil: at(8546),
    solana: at(8899),
    /** Solana clients expect the WebSocket on the next port. */
    solanaSocket: at(8900),
    bitcoind: at(18443),
    esplora: at(3002),
  }
}

/** @param {number} port */
export const localUrl = (port) => `http://localhost:${port}`

/** The node's JSON-RPC URL with user and password, which are public. @param {number} port */
export const bitcoindUrl = (port) => `http://portico:portico@localhost:${port}`

import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { base58 } from '@scure/base'
import type { Signers, Wallet } from '../../interfaces.ts'

/** The first development account of local EVM chains. */
export const EVM_KEY = 'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
const SOLANA_KEY = new Uint8Array(32).fill(7)

/** The address of a key, in lower case. */
function evmAddress(key: string): string {
  const point = secp256k1.getPublicKey(hexToBytes(key), false)
  return `0x${bytesToHex(keccak_256(point.subarray(1)).subarray(12))}`
}

interface TestKeys {
  readonly evmKey?: string
  readonly solanaKey?: Uint8Array
}

/** A wallet with fixed keys, whose uses are counted. */
export function createTestWallet({ evmKey = EVM_KEY, solanaKey = SOLANA_KEY }: TestKeys = {}) {
  const account = { evm: evmAddress(evmKey), solana: base58.encode(ed25519.getPublicKey(solanaKey)) }
  let uses = 0
  let isOther = false
  let onUse = () => {}
  const wallet = {
    addresses: async () => ({ eip155: account.evm, solana: account.solana, bip122: '', polkadot: '', cosmos: '' }),
  } as unknown as Wallet
  const signers: Signers = {
    withEvmKey: (use) => {
      uses++
      onUse()
      return use(isOther ? new Uint8Array(32).fill(3) : hexToBytes(evmKey))
    },
    withSolanaKey: (use) => {
      uses++
      return use(isOther ? new Uint8Array(32).fill(3) : Uint8Array.from(solanaKey))
    },
  }
  /** Signs another visitor in, as in another tab. */
  const change = () => {
    isOther = true
  }
  /** Sets what is called when a key is used. */
  const hearUse = (hear: () => void) => {
    onUse = hear
  }
  return { account, wallet, signers, uses: () => uses, onUse: hearUse, change }
}

import { type Address, concatHex, type Hex, size, toHex } from 'viem'

/** Exists on every chain, including a fresh anvil: deploys the code that follows a 32-byte salt. */
export const DEPLOYER = '0x4e59b44847b379578588920cA78FbF26c0B4956C'

/**
 * A minimal ERC-1271 account: `isValidSignature(hash, signature)` returns the magic value if `ecrecover` of the 65
 * bytes gives the owner, else zero.
 */
export const accountOf = (owner: Address): Hex =>
  concatHex([
    '0x6004355f52', // mem[0] = hash
    '0x60a4355f1a602052', // mem[32] = v
    '0x606435604052', // mem[64] = r
    '0x608435606052', // mem[96] = s
    '0x60206080608060006001', // ecrecover(mem[0..128]) -> mem[128]
    '0x5afa50',
    '0x608051',
    concatHex(['0x73', owner]),
    '0x14631626ba7e60e01b025f5260205ff3', // (owner == recovered) * 0x1626ba7e << 224
  ])

/** Init code that deploys the account. */
export const creationOf = (code: Hex): Hex =>
  concatHex(['0x60', toHex(size(code), { size: 1 }), '0x80600b5f395ff3', '0x0000', code])

import { hkdf } from '@noble/hashes/hkdf.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { combine, split } from 'shamir-secret-sharing'
import { interpolate, placeOf } from './interpolate.ts'
import { isSameBytes, type Share, writeShare } from './shareText.ts'

/** The length of a secp256k1 or ed25519 key, and of what 24 words encode in BIP-39. */
const SEED_BYTES = 32
const TAG_BYTES = 16
const THRESHOLD = 2
/**
 * The place of each share, the same in every split, so that all devices of a visitor have the same share. Two devices
 * with shares at different places could open the wallet without any store.
 */
const PLACES = { device: 1, auth: 2, recovery: 3 } as const

/** Three shares of one seed, as texts. */
export interface Split {
  readonly splitId: string
  readonly device: string
  readonly auth: string
  readonly recovery: string
}

/** Two shares give no seed: they are of different splits or the same share, or one of them was changed. */
export class SharesDoNotFit extends Error {
  constructor() {
    super('These shares make no seed')
    this.name = 'SharesDoNotFit'
  }
}

/** Makes the seed of all keys of a wallet. The caller overwrites it. */
export const createSeed = (): Uint8Array => crypto.getRandomValues(new Uint8Array(SEED_BYTES))

/**
 * The tag that confirms that a joined seed is the right one. It is split along with the seed, and no share contains it:
 * a hash of the seed next to a share would let someone with enough computing power try seeds. Someone who changes a
 * share can shift seed and tag by chosen amounts, but cannot make them match without the seed.
 */
const tagOf = (seed: Uint8Array, splitId: string) =>
  hkdf(sha256, seed, utf8ToBytes(splitId), utf8ToBytes('portico seed tag v1'), TAG_BYTES)

/** Splits a seed 2-of-3: one share reveals nothing of it. */
export async function splitSeed(seed: Uint8Array): Promise<Split> {
  const splitId = crypto.randomUUID()
  const secret = concatBytes(seed, tagOf(seed, splitId))
  try {
    // The library chooses random places, so the shares at `PLACES` are computed from two of its shares.
    const [one, other] = await split(secret, THRESHOLD, THRESHOLD)
    if (!one || !other) throw new Error('A secret that was split in two has two shares.')
    const textAt = (place: number) => {
      const points = interpolate(one, other, place)
      const text = writeShare({ splitId, points })
      points.fill(0)
      return text
    }
    const { device, auth, recovery } = PLACES
    try {
      return { splitId, device: textAt(device), auth: textAt(auth), recovery: textAt(recovery) }
    } finally {
      one.fill(0)
      other.fill(0)
    }
  } finally {
    secret.fill(0)
  }
}

/** Joins two shares to the seed, which the caller overwrites. @throws SharesDoNotFit rather than return a wrong seed */
export async function joinShares(one: Share, other: Share): Promise<Uint8Array> {
  if (one.splitId !== other.splitId) throw new SharesDoNotFit()
  const secret = await combine([one.points, other.points]).catch(() => {
    throw new SharesDoNotFit()
  })
  const seed = secret.slice(0, SEED_BYTES)
  const isRight = isSameBytes(secret.subarray(SEED_BYTES), tagOf(seed, one.splitId))
  secret.fill(0)
  if (isRight) return seed
  seed.fill(0)
  throw new SharesDoNotFit()
}

/**
 * Computes a split's device share from the other two shares; undefined if those are at other places.
 * @throws SharesDoNotFit
 */
export async function deviceShareOf(auth: Share, recovery: Share): Promise<string | undefined> {
  if (placeOf(auth.points) !== PLACES.auth || placeOf(recovery.points) !== PLACES.recovery) return undefined
  const share: Share = { splitId: auth.splitId, points: interpolate(auth.points, recovery.points, PLACES.device) }
  try {
    for (const other of [auth, recovery]) (await joinShares(share, other)).fill(0)
    return writeShare(share)
  } finally {
    share.points.fill(0)
  }
}

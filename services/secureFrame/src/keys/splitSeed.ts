import { hkdf } from '@noble/hashes/hkdf.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { combine, split } from 'shamir-secret-sharing'
import { SEED_BYTES } from './createSeed.ts'
import { interpolate, placeOf } from './interpolate.ts'
import { isSameBytes } from './isSameBytes.ts'
import { type Share, writeShare } from './shareText.ts'

const TAG_BYTES = 16
const THRESHOLD = 2
/**
 * Where each share lies: the same places in every split, so that all devices of a visitor have one and the same share. Two
 * that lay at two places would open the wallet without any store.
 */
const PLACES = { device: 1, auth: 2, recovery: 3 } as const

/** Three shares of one seed, as texts. */
export interface Split {
  readonly splitId: string
  readonly device: string
  readonly auth: string
  readonly recovery: string
}

/** Two shares that make no seed: of different splits, the same one twice, or one of them was changed. */
export class SharesDoNotFit extends Error {
  constructor() {
    super('These shares make no seed')
    this.name = 'SharesDoNotFit'
  }
}

/**
 * By which a seed that was put together is known to be the right one. It is split along with the seed and stands in no share:
 * beside one share, a hash of the seed would let somebody with enough computing power try seeds. Whoever changes a share
 * changes seed and tag by amounts that they may choose, but they do not fit unless the seed is known.
 */
const tagOf = (seed: Uint8Array, splitId: string) =>
  hkdf(sha256, seed, utf8ToBytes(splitId), utf8ToBytes('portico seed tag v1'), TAG_BYTES)

/** Splits a seed 2-of-3: one share tells nothing of it. */
export async function splitSeed(seed: Uint8Array): Promise<Split> {
  const splitId = crypto.randomUUID()
  const secret = concatBytes(seed, tagOf(seed, splitId))
  try {
    // The library takes places by chance: two of those say where the others are.
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

/**
 * The seed of two shares; whoever asks overwrites it.
 * @throws SharesDoNotFit rather than make another seed
 */
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
 * The share that this split has made for devices, of the two others. It is only given where that opens the wallet.
 * @returns undefined of shares that lie elsewhere
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

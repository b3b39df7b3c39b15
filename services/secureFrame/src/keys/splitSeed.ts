import { hkdf } from '@noble/hashes/hkdf.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { combine, split } from 'shamir-secret-sharing'
import { interpolate, placeOf } from './interpolate.ts'
import { isSameBytes, type Share, writeShare } from './shareText.ts'

/** As many bits as a secp256k1 or ed25519 key; 24 words of BIP-39. */
const SEED_BYTES = 32
const TAG_BYTES = 16
const THRESHOLD = 2
/**
 * Place of each share: the same in every split, so that all devices of a visitor have the same share. Two devices with
 * shares at two places would open the wallet without any store.
 */
const PLACES = { device: 1, auth: 2, recovery: 3 } as const

/** Three shares of one seed, as texts. */
export interface Split {
  readonly splitId: string
  readonly device: string
  readonly auth: string
  readonly recovery: string
}

/** Two shares do not give a seed: they are of different splits, the same one twice, or one of them was changed. */
export class SharesDoNotFit extends Error {
  constructor() {
    super('These shares make no seed')
    this.name = 'SharesDoNotFit'
  }
}

/** Makes the seed of all keys of a wallet. The caller overwrites it. */
export const createSeed = (): Uint8Array => crypto.getRandomValues(new Uint8Array(SEED_BYTES))

/**
 * Confirms that a joined seed is the right one. The tag is split along with the seed and is in no share: beside one
 * share, a hash of the seed would let someone with enough computing power try seeds. Changing a share shifts seed and
 * tag by chosen amounts, but they do not match unless the seed is known.
 */
const tagOf = (seed: Uint8Array, splitId: string) =>
  hkdf(sha256, seed, utf8ToBytes(splitId), utf8ToBytes('portico seed tag v1'), TAG_BYTES)

/** Splits a seed 2-of-3: one share reveals nothing of it. */
export async function splitSeed(seed: Uint8Array): Promise<Split> {
  const splitId = crypto.randomUUID()
  const secret = concatBytes(seed, tagOf(seed, splitId))
  try {
    // The library chooses random places: two of its shares give those at our places.
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

/** Joins two shares to the seed; the caller overwrites it. @throws SharesDoNotFit rather than make another seed */
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
 * Computes this split's device share from the other two, if it opens the wallet; undefined for shares at other places.
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

import { base64urlnopad } from '@scure/base'
import fc from 'fast-check'
import { readShare, ShareUnreadable, writeShare } from './shareText.ts'
import { createSeed, deviceShareOf, joinShares, SharesDoNotFit, splitSeed } from './splitSeed.ts'

const seeds = fc.uint8Array({ minLength: 32, maxLength: 32 })
const HOLDERS = ['device', 'auth', 'recovery'] as const

test('any two of three shares give the seed again', async () => {
  await fc.assert(
    fc.asyncProperty(seeds, async (seed) => {
      const split = await splitSeed(seed)
      for (const one of HOLDERS) {
        for (const other of HOLDERS) {
          const joining = joinShares(readShare(split[one]), readShare(split[other]))
          // The same share given twice counts as one share.
          if (one === other) await expect(joining).rejects.toThrow(SharesDoNotFit)
          else expect(await joining).toEqual(Uint8Array.from(seed))
        }
      }
    }),
    { numRuns: 25 },
  )
})

test('shares of two splits never give a seed, not even if one is relabeled with the id of the other split', async () => {
  await fc.assert(
    fc.asyncProperty(seeds, fc.constantFrom(...HOLDERS), fc.constantFrom(...HOLDERS), async (seed, one, other) => {
      const [first, second] = [await splitSeed(seed), await splitSeed(seed)]
      const [share, foreign] = [readShare(first[one]), readShare(second[other])]
      await expect(joinShares(share, foreign)).rejects.toThrow(SharesDoNotFit)
      const renamed = readShare(writeShare({ ...foreign, splitId: share.splitId }))
      await expect(joinShares(share, renamed)).rejects.toThrow(SharesDoNotFit)
    }),
    { numRuns: 25 },
  )
})

test('a share with any damage is unreadable', async () => {
  const { auth } = await splitSeed(createSeed())
  const bytes = base64urlnopad.decode(auth)
  for (const index of bytes.keys()) {
    const damaged = bytes.slice()
    damaged[index] = (damaged[index] ?? 0) ^ 0x10
    expect(() => readShare(base64urlnopad.encode(damaged))).toThrow(ShareUnreadable)
  }
  for (const text of ['', 'a', auth.slice(0, -4), `${auth}AAAA`, `${auth}=`, auth.replace(/./, '+')]) {
    expect(() => readShare(text)).toThrow(ShareUnreadable)
  }
})

test('a forged share with a valid checksum gives no seed', async () => {
  const seed = createSeed()
  const split = await splitSeed(seed)
  const [device, auth] = [readShare(split.device), readShare(split.auth)]
  for (const index of auth.points.keys()) {
    const points = auth.points.slice()
    points[index] = (points[index] ?? 0) ^ 1
    // A share at place zero cannot be read.
    if (points.at(-1) === 0) continue
    const changed = readShare(writeShare({ splitId: auth.splitId, points }))
    await expect(joinShares(device, changed)).rejects.toThrow(SharesDoNotFit)
  }
})

test('a share fits into a store and does not contain the seed, and the three shares differ', async () => {
  const seed = createSeed()
  const split = await splitSeed(seed)
  for (const holder of HOLDERS) {
    expect(split[holder]).toMatch(/^[\w-]{22,512}$/)
    const text = Buffer.from(base64urlnopad.decode(split[holder])).toString('hex')
    expect(text).not.toContain(Buffer.from(seed).toString('hex').slice(0, 16))
  }
  expect(new Set(HOLDERS.map((holder) => split[holder])).size).toBe(3)
})

test('knowing one share does not help to guess a second share that gives a seed together with the first', async () => {
  const { auth } = await splitSeed(createSeed())
  const share = readShare(auth)
  const guesses = fc.uint8Array({ minLength: 49, maxLength: 49 }).filter((points) => points[48] !== 0)
  await fc.assert(
    fc.asyncProperty(guesses, async (points) => {
      const guess = { splitId: share.splitId, points: Uint8Array.from(points) }
      await expect(joinShares(share, guess)).rejects.toThrow(SharesDoNotFit)
    }),
    { numRuns: 50 },
  )
})

test('another device gets the same device share that the split created', async () => {
  await fc.assert(
    fc.asyncProperty(seeds, async (seed) => {
      const split = await splitSeed(seed)
      expect(await deviceShareOf(readShare(split.auth), readShare(split.recovery))).toBe(split.device)
    }),
    { numRuns: 50 },
  )
})

test('shares that do not open the wallet, or are at other places, give no device share', async () => {
  const seed = createSeed()
  const [split, other] = [await splitSeed(seed), await splitSeed(seed)]
  const [device, auth, recovery] = [split.device, split.auth, split.recovery].map(readShare)
  if (!device || !auth || !recovery) throw new Error('There are three.')
  const foreign = { ...readShare(other.recovery), splitId: split.splitId }
  await expect(deviceShareOf(auth, foreign)).rejects.toThrow(SharesDoNotFit)
  await expect(deviceShareOf(auth, readShare(other.recovery))).rejects.toThrow(SharesDoNotFit)
  const changed = { ...recovery, points: recovery.points.map((byte, index) => (index === 40 ? byte ^ 1 : byte)) }
  await expect(deviceShareOf(auth, changed)).rejects.toThrow(SharesDoNotFit)
  for (const [one, two] of [
    [recovery, auth],
    [auth, device],
    [auth, auth],
  ] as const) {
    expect(await deviceShareOf(one, two)).toBeUndefined()
  }
})

import { base64urlnopad } from '@scure/base'
import fc from 'fast-check'
import { readShare, ShareUnreadable } from '../shareText.ts'
import { createSeed, splitSeed } from '../splitSeed.ts'
import { type Bound, openSealedShare, sealingKey, sealShare } from './sealedShare.ts'

const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 })
const keyOf = (output: Uint8Array) => sealingKey(new Uint8Array(output))
const credential = bytes32.map((bytes) => base64urlnopad.encode(new Uint8Array(bytes)))

async function sealedOne() {
  const { splitId, device } = await splitSeed(createSeed())
  const bound: Bound = { subject: crypto.randomUUID(), splitId, credentialId: 'a'.repeat(43) }
  const output = crypto.getRandomValues(new Uint8Array(32))
  const key = await keyOf(output)
  return { bound, device, output, key, sealed: await sealShare(key, bound, device) }
}

test("a passkey's key opens the share that it has sealed, given the same wallet, split and passkey", async () => {
  const { bound, device, output, sealed } = await sealedOne()
  expect(await openSealedShare(await keyOf(output), bound, sealed)).toEqual(readShare(device))
})

test('a sealed share does not open with another key, or for another wallet, split or passkey', async () => {
  const { bound, output, key, sealed } = await sealedOne()
  await fc.assert(
    fc.asyncProperty(bytes32, fc.uuid(), fc.uuid(), credential, async (other, subject, splitId, credentialId) => {
      fc.pre(!Buffer.from(other).equals(Buffer.from(output)))
      const foreign = await keyOf(other)
      await expect(openSealedShare(foreign, bound, sealed)).rejects.toBeInstanceOf(ShareUnreadable)
      for (const wrong of [{ subject }, { splitId }, { credentialId }]) {
        await expect(openSealedShare(key, { ...bound, ...wrong }, sealed)).rejects.toBeInstanceOf(ShareUnreadable)
      }
    }),
    { numRuns: 100 },
  )
})

test('a sealed text is refused if a byte was changed, or if it was cut or extended', async () => {
  const { bound, key, sealed } = await sealedOne()
  const bytes = base64urlnopad.decode(sealed)
  for (const index of bytes.keys()) {
    const changed = bytes.map((byte, at) => (at === index ? byte ^ (1 << (index % 8)) : byte))
    await expect(openSealedShare(key, bound, base64urlnopad.encode(changed))).rejects.toBeInstanceOf(ShareUnreadable)
    const cut = base64urlnopad.encode(bytes.slice(0, index))
    await expect(openSealedShare(key, bound, cut)).rejects.toBeInstanceOf(ShareUnreadable)
  }
  for (const wrong of ['', 'é', '!', `${sealed}AAAA`, `AAAA${sealed}`]) {
    await expect(openSealedShare(key, bound, wrong)).rejects.toBeInstanceOf(ShareUnreadable)
  }
})

test('sealing twice gives different texts, and neither contains the share', async () => {
  const { bound, device, key, sealed } = await sealedOne()
  expect(await sealShare(key, bound, device)).not.toBe(sealed)
  expect(Buffer.from(sealed, 'base64url').includes(device.slice(0, 8))).toBe(false)
})

test("the passkey's output is overwritten, and the key derived from it cannot be exported", async () => {
  const output = crypto.getRandomValues(new Uint8Array(32))
  const key = await sealingKey(output)
  expect([...output]).toEqual(Array(32).fill(0))
  expect(key.extractable).toBe(false)
  await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow()
})

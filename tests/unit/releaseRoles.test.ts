import { generateKeyPairSync, sign } from 'node:crypto'
import { isSigned, verifyIndex } from '@portico/contracts/services/verifyIndex'
import { Metadata, Root, Signature, Targets } from '@tufjs/models'
import fc from 'fast-check'
import { holder, publicOf, role, rootOf, signaturesBy, signedBy } from '../../host/testing/holders.ts'

const HOLDERS = ['ada', 'ben', 'cleo', 'dora'].map(holder)
const LATER = '2035-01-01T00:00:00.000Z'
const INDEX = { format: 1, serial: 5 }

describe('an index whose shell role needs two of three', () => {
  const trusted = role(['ada', 'ben'], 2)
  const one = rootOf(1, { root: trusted, shell: role(['ben', 'cleo', 'dora'], 2) })
  const file = (signers: readonly string[], rootSigners = ['ada', 'ben']) =>
    `${signedBy(one, rootSigners)}\n${signedBy(INDEX, signers)}`

  test('is accepted with two signatures, and tells who could sign', async () => {
    expect(await verifyIndex(file(['cleo', 'dora']), trusted)).toEqual({ ...INDEX, root: one })
    expect(await verifyIndex(file(['ada', 'cleo', 'ben']), trusted)).toEqual({ ...INDEX, root: one })
  })

  test.each([
    ['one signature', ['cleo']],
    ['the same signature twice', ['cleo', 'cleo']],
    ['one signature and one of another role', ['cleo', 'ada']],
    ['none', []],
  ])('is refused with %s', async (_, signers) => {
    expect(await verifyIndex(file(signers), trusted)).toBeUndefined()
  })

  test('is refused if only one of two holders has signed the root', async () => {
    for (const signer of ['ada', 'ben'])
      expect(await verifyIndex(file(['cleo', 'dora'], [signer]), trusted)).toBeUndefined()
  })

  test('is refused if it calls itself a root, and a root is refused in its place', async () => {
    const twice = `${signedBy(INDEX, ['ada', 'ben'])}\n${signedBy(INDEX, ['cleo', 'dora'])}`
    expect(await verifyIndex(twice, trusted)).toBeUndefined()
    expect(await verifyIndex(signedBy(one, ['ada', 'ben']), trusted)).not.toMatchObject({ format: 1 })
  })

  test('names its root only if the root is signed, whatever the index itself says', async () => {
    const lying = { ...INDEX, root: one }
    expect((await verifyIndex(signedBy(lying, ['ada', 'ben']), trusted))?.root).toBeUndefined()
  })
})

test('a holder with two algorithms counts once', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const raw = publicKey.export({ type: 'spki', format: 'der' }).subarray(-65).toString('base64')
  const p256 = sign('sha256', Buffer.from('{}'), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64')
  const both = `${signaturesBy('{}', ['ada'])},p256:ada:${p256}`
  const keys = [publicOf('ada'), `p256:ada:${raw}`]
  expect(await isSigned({ keys, threshold: 1 }, both, '{}')).toBe(true)
  expect(await isSigned({ keys, threshold: 2 }, both, '{}')).toBe(false)
})

test.each([0, -1, Number.NaN, undefined as never])('a threshold of %s accepts nothing', async (threshold) => {
  expect(await isSigned({ ...role(['ada']), threshold }, signaturesBy('{}', ['ada']), '{}')).toBe(false)
})

describe('after a rotation of the root keys', () => {
  const first = rootOf(1, { root: role(['ada']), shell: role(['cleo']) })
  const second = rootOf(2, { root: role(['ben']), shell: role(['dora']) })
  const chain = `${signedBy(first, ['ada'])}\n${signedBy(second, ['ada', 'ben'])}`

  test('a loader that was built before follows the roots, and so does one that was built after', async () => {
    for (const trusted of [role(['ada']), role(['ben']), [publicOf('ada')]])
      expect(await verifyIndex(`${chain}\n${signedBy(INDEX, ['dora'])}`, trusted)).toEqual({ ...INDEX, root: second })
  })

  test('the old keys sign nothing any more', async () => {
    expect(await verifyIndex(`${chain}\n${signedBy(INDEX, ['cleo'])}`, role(['ada']))).toBeUndefined()
    const third = rootOf(3, { root: role(['ada']), shell: role(['ada']) })
    expect(
      await verifyIndex(`${chain}\n${signedBy(third, ['ada'])}\n${signedBy(INDEX, ['ada'])}`, role(['ada'])),
    ).toBeUndefined()
  })

  test('a root that only the new keys have signed does not count', async () => {
    const text = `${signedBy(first, ['ada'])}\n${signedBy(second, ['ben'])}\n${signedBy(INDEX, ['dora'])}`
    expect(await verifyIndex(text, role(['ada']))).toBeUndefined()
  })
})

describe('the verdict is that of The Update Framework', () => {
  const ids = HOLDERS.map(({ id }) => id)
  const someIds = fc.subarray(ids, { minLength: 1 })
  const someRole = fc.tuple(someIds, fc.integer({ min: 1, max: 3 })).map(([keys, threshold]) => ({ keys, threshold }))
  const someSigners = fc.record({ good: fc.subarray(ids), bad: fc.subarray(ids) })
  const step = fc.record({
    root: someRole,
    shell: someRole,
    signers: someSigners,
    version: fc.constantFrom(0, 0, 0, 0, -1, 1),
  })

  type SomeRole = { keys: string[]; threshold: number }
  type Signers = { good: string[]; bad: string[] }
  const ours = ({ keys, threshold }: SomeRole) => role(keys, threshold)
  const theirs = ({ keys, threshold }: SomeRole) => ({ keyids: keys, threshold })
  /** A bad signature is one of other bytes. */
  const signersOf = ({ good, bad }: Signers) => [
    ...good.map((id) => ({ id, isGood: true })),
    ...bad.filter((id) => !good.includes(id)).map((id) => ({ id, isGood: false })),
  ]

  function ourText(document: object, signers: Signers): string {
    const text = JSON.stringify(document)
    const lines = signersOf(signers).map(({ id, isGood }) => signaturesBy(isGood ? text : `${text} `, [id]))
    return `${lines.join(',')}\n${text}`
  }

  function theirMetadata<T extends Root | Targets>(document: T, signers: Signers): Metadata<T> {
    const metadata = new Metadata(document)
    for (const { id, isGood } of signersOf(signers))
      metadata.sign((bytes) => {
        const signature = sign(null, isGood ? bytes : Buffer.concat([bytes, bytes]), holder(id).privateKey)
        return new Signature({ keyID: id, sig: signature.toString('hex') })
      })
    return metadata
  }

  function theirRoot(version: number, roles: { root: SomeRole; shell: SomeRole }): Root {
    const keys = HOLDERS.map(({ id, raw }) => [
      id,
      { keytype: 'ed25519', scheme: 'ed25519', keyval: { public: raw.toString('hex') } },
    ])
    const shell = theirs(roles.shell)
    return Root.fromJSON({
      _type: 'root',
      version,
      spec_version: '1.0.0',
      expires: LATER,
      consistent_snapshot: true,
      keys: Object.fromEntries(keys),
      roles: { root: theirs(roles.root), timestamp: shell, snapshot: shell, targets: shell },
    })
  }

  const isVerified = (by: Metadata<Root>, what: string, metadata: Metadata<Root> | Metadata<Targets>) => {
    try {
      by.verifyDelegate(what, metadata)
      return true
    } catch {
      return false
    }
  }

  test('for every chain of roots, thresholds and signatures', async () => {
    let accepted = 0
    await fc.assert(
      fc.asyncProperty(someRole, fc.array(step, { maxLength: 3 }), someSigners, async (anchor, steps, signers) => {
        let trusted = theirMetadata(theirRoot(0, { root: anchor, shell: anchor }), { good: [], bad: [] })
        const lines = steps.map((each, at) => {
          const version = at + 1 + each.version
          const metadata = theirMetadata(theirRoot(version, each), each.signers)
          const isNext = trusted.signed.version === 0 || version === trusted.signed.version + 1
          if (version > 0 && isNext && isVerified(trusted, 'root', metadata) && isVerified(metadata, 'root', metadata))
            trusted = metadata
          return ourText(rootOf(version, { root: ours(each.root), shell: ours(each.shell) }), each.signers)
        })
        const index = theirMetadata(new Targets({ version: 5, specVersion: '1.0.0', expires: LATER }), signers)
        const verdict = isVerified(trusted, 'targets', index)
        const text = [...lines, ourText(INDEX, signers)].join('\n')
        const read = await verifyIndex(text, ours(anchor))
        expect(read?.serial).toBe(verdict ? 5 : undefined)
        if (verdict) expect(read?.root?.version ?? 0).toBe(trusted.signed.version)
        accepted += verdict ? 1 : 0
      }),
      { numRuns: 400 },
    )
    // The verdicts are not all the same.
    expect(accepted).toBeGreaterThan(40)
  })
})

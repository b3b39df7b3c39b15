import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { verifyIndex } from '@portico/contracts/services/verifyIndex'
import fc from 'fast-check'
import { publicKeysOf, readReleaseKeys, signDocument } from '../../../scripts/build/releaseKeys.mjs'
import { generateKeys } from '../../../scripts/keys/generate.mjs'

const LOCAL = 'http://localhost:4301'
const PRODUCTION = 'https://wallet.example'
const development = readReleaseKeys(LOCAL, '')

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'portico-keys-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const asFile = (keys: object) => {
  const path = join(folder, `${Math.random()}.json`)
  writeFileSync(path, JSON.stringify(keys))
  return path
}

describe('the development keys, which are public,', () => {
  test.each(['http://localhost', 'http://localhost:4301', 'https://localhost', 'http://127.0.0.1:4301'])(
    'sign for %s',
    (origin) => {
      expect(readReleaseKeys(origin, '').map(({ id }) => id)).toEqual(['development'])
    },
  )

  test.each([
    PRODUCTION,
    'http://localhost.evil.example',
    'https://wallet.example/localhost',
    'http://localhost@evil.example',
    'http://0.0.0.0',
  ])('are refused for %s, with what to do instead', (origin) => {
    expect(() => readReleaseKeys(origin, '')).toThrow(
      `The development keys cannot sign a release for ${origin}: make your own with scripts/keys/generate.mjs and name the file in PORTICO_RELEASE_KEYS.`,
    )
  })

  test('are refused in a renamed file too', () => {
    const renamed = asFile({ ...development[0], id: 'ours' })
    expect(() => readReleaseKeys(PRODUCTION, renamed)).toThrow('The development keys cannot sign')
    const own = asFile(generateKeys('ours'))
    expect(() => readReleaseKeys(PRODUCTION, `${own},${renamed}`)).toThrow('The development keys cannot sign')
  })

  test('are not needed with keys of your own, which sign for any origin', () => {
    const own = asFile(generateKeys('ours'))
    expect(readReleaseKeys(PRODUCTION, own).map(({ id }) => id)).toEqual(['ours'])
  })
})

test('a loader is built with the public halves only', () => {
  const publics = publicKeysOf(development)
  expect(publics.map((key) => key.split(':').slice(0, 2))).toEqual([
    ['ed25519', 'development'],
    ['p256', 'development'],
  ])
  for (const { private: secret } of development.flatMap(({ keys }) => keys))
    expect(publics.join()).not.toContain(secret)
})

test('during a key change two pairs sign, and a loader that knows either accepts the index', async () => {
  const [before, after] = [generateKeys('before'), generateKeys('after')]
  const both = readReleaseKeys(PRODUCTION, `${asFile(before)}, ${asFile(after)}`)
  const signed = signDocument('{"serial":1}', both)
  for (const known of [[before], [after], both]) {
    for (const key of publicKeysOf(known)) expect(await verifyIndex(signed, [key])).toEqual({ serial: 1 })
  }
  expect(publicKeysOf(both)).toHaveLength(4)
  expect(await verifyIndex(signed, publicKeysOf([generateKeys('before')]))).toBeUndefined()
})

describe.each([
  ['the development keys', development],
  ['newly generated keys', [generateKeys('ours')]],
])('a document signed with %s', (_, keys) => {
  const [ed25519, p256] = publicKeysOf(keys) as [string, string]
  const DOCUMENT = JSON.stringify({ serial: 1, text: 'Grüße, 世界' })
  const signed = signDocument(DOCUMENT, keys)

  test.each([
    ['both keys', [ed25519, p256]],
    ['the Ed25519 key alone', [ed25519]],
    ['the P-256 key alone, as in a browser without Ed25519', [p256]],
    ['one of the keys among others', ['ed25519:other:AAAA', p256]],
  ])('is accepted by a loader that knows %s', async (_, known) => {
    expect(await verifyIndex(signed, known)).toEqual({ serial: 1, text: 'Grüße, 世界' })
  })

  test.each([
    ['no key', []],
    ['other keys', publicKeysOf([generateKeys('other')])],
    ['other keys of the same name', publicKeysOf([generateKeys(keys[0]?.id ?? '')])],
  ])('is not accepted by a loader that knows %s', async (_, known) => {
    expect(await verifyIndex(signed, known)).toBeUndefined()
  })

  test('has its signatures in the first line, followed by its bytes unchanged', () => {
    const [line = '', ...rest] = signed.split('\n')
    expect(line.split(',').map((one) => one.split(':')[0])).toEqual(['ed25519', 'p256'])
    expect(rest.join('\n')).toBe(DOCUMENT)
  })

  test('one valid signature of the two is enough', async () => {
    const [line = ''] = signed.split('\n')
    for (const one of line.split(',')) {
      expect(await verifyIndex(`${one}\n${DOCUMENT}`, [ed25519, p256])).toBeDefined()
    }
  })

  test('is not accepted with one letter changed, removed or added anywhere', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(DOCUMENT.length - 1),
        fc.constantFrom('change', 'leave out', 'add'),
        fc.constantFrom(...'x"{} 0'),
        async (at, how, letter) => {
          fc.pre(how !== 'change' || DOCUMENT[at] !== letter)
          const tail = DOCUMENT.slice(how === 'add' ? at : at + 1)
          const document = DOCUMENT.slice(0, at) + (how === 'leave out' ? '' : letter) + tail
          fc.pre(document !== DOCUMENT)
          expect(await verifyIndex(signed.replace(DOCUMENT, document), [ed25519, p256])).toBeUndefined()
        },
      ),
      { numRuns: 60 },
    )
  })

  test('the signature of one document is not valid for another', async () => {
    const [line] = signed.split('\n')
    expect(await verifyIndex(`${line}\n${JSON.stringify({ serial: 2 })}`, [ed25519, p256])).toBeUndefined()
  })
})

test('signed JSON comes back unchanged; other text is reported as such', async () => {
  const keys = publicKeysOf(development)
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.json(),
        fc.string(),
        fc.string().map((text) => ` ${text} `),
      ),
      async (text) => {
        const document = text.replaceAll('\n', ' ')
        let expected: unknown
        let isJson = true
        try {
          expected = JSON.parse(document)
        } catch {
          isJson = false
        }
        const verified = verifyIndex(signDocument(document, development), keys)
        if (isJson) expect(await verified).toEqual(expected)
        else await expect(verified).rejects.toThrow(SyntaxError)
      },
    ),
    { numRuns: 100 },
  )
})

test('anything unsigned is not accepted, and nothing throws', async () => {
  const keys = publicKeysOf(development)
  const line = fc.array(
    fc.oneof(fc.string(), fc.constantFrom(...keys, 'ed25519:development:', 'p256:development:AAAA')),
    {
      maxLength: 3,
    },
  )
  await fc.assert(
    fc.asyncProperty(line, fc.oneof(fc.string(), fc.json()), async (signatures, document) => {
      expect(await verifyIndex(`${signatures.join(',')}\n${document}`, keys)).toBeUndefined()
      expect(await verifyIndex(document, keys)).toBeUndefined()
    }),
  )
})

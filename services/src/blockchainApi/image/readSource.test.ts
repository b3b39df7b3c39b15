import { assert, constantFrom, oneof, property, string, uint8Array, webUrl } from 'fast-check'
import { imagePath } from './imagePath.ts'
import { keepData } from './keepData.ts'
import { readSource, type SourceRules } from './readSource.ts'

const rules: SourceRules = { gateway: new URL('https://gateway.example/ipfs/?key=s3cret') }
const CID = 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi'
const CID_0 = 'QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnPbdG'
const PROJECT = '0'.repeat(31) + 1

const hrefOf = (text: string) => {
  const source = readSource(text, rules)
  return source && 'url' in source ? source.url.href : undefined
}

test.each([
  ['https://a.example/b.png?c#d', 'https://a.example/b.png?c#d'],
  [' HTTP://A.EXAMPLE:80/b c ', 'http://a.example/b%20c'],
  ['https://a.example:443/', 'https://a.example/'],
  ['http://a.example:443/', 'http://a.example:443/'],
  ['https://1.1.1.1/', 'https://1.1.1.1/'],
  [`ipfs://${CID}`, `https://gateway.example/ipfs/${CID}?key=s3cret`],
  [`ipfs://${CID}/a/1.png?x=1`, `https://gateway.example/ipfs/${CID}/a/1.png?key=s3cret`],
  [`IPFS://ipfs/${CID_0}/1`, `https://gateway.example/ipfs/${CID_0}/1?key=s3cret`],
  [`ipfs://${CID}/a/../b`, `https://gateway.example/ipfs/${CID}/b?key=s3cret`],
])('an image at %s is requested at %s', (text, href) => {
  expect(hrefOf(text)).toBe(href)
})

test('the gateway is trusted for ipfs: addresses, but not if a request names the gateway itself', () => {
  expect(readSource(`ipfs://${CID}`, rules)).toMatchObject({ isTrusted: true })
  expect(readSource(`https://gateway.example/ipfs/${CID}`, rules)).toMatchObject({ isTrusted: false })
})

test.each([
  ['an empty text', ''],
  ['a path', '/b.png'],
  ['without a scheme', '//a.example/b.png'],
  ['a file', 'file:///etc/passwd'],
  ['another protocol', 'ftp://a.example/b.png'],
  ['another protocol', 'gopher://a.example/'],
  ['a script', 'javascript:alert(1)'],
  ['a user name', 'https://user@a.example/'],
  ['a password', 'https://:secret@a.example/'],
  ['another port', 'https://a.example:8443/'],
  ['a port of a database', 'http://a.example:6379/'],
  ['a name in the local network', 'http://localhost/'],
  ['a name in the local network', 'http://metadata./'],
  ['an address that is too long', `https://a.example/${'b'.repeat(4_096)}`],
  ['an invalid CID', 'ipfs://../api/v0/id'],
  ['a path out of the CID', `ipfs://${CID}/../../api/v0/id`],
  ['an escaped path out of the CID', `ipfs://${CID}/%2e%2e/%2E%2E/api/v0/id`],
  ['a path out of the CID with backslashes', `ipfs://${CID}/..\\..\\api`],
  ['a port for the gateway', `ipfs://${CID}:5001/`],
  ['data without a comma', 'data:image/png'],
])('there is no request for %s: %s', (_, text) => {
  expect(readSource(text, rules)).toBeUndefined()
  expect(imagePath(text, PROJECT, rules)).toBeUndefined()
})

test.each([
  ['base64', 'data:image/svg+xml;base64,PHN2Zy8+', '<svg/>'],
  ['base64 with escaped characters', 'data:;base64,PHN2Zy8%2B', '<svg/>'],
  ['text', 'data:image/svg+xml;utf8,<svg fill="#f00" width="100%"/>', '<svg fill="#f00" width="100%"/>'],
  ['escaped text', 'data:,%3Csvg%2F%3E%C3%BC', '<svg/>ü'],
  ['an empty text', 'data:,', ''],
])('data written as %s are decoded', (_, text, content) => {
  const source = readSource(text, rules)
  expect(source && 'bytes' in source && Buffer.from(source.bytes).toString()).toBe(content)
})

test('a page gets an address on this service, which reveals neither the gateway nor its key', () => {
  const path = imagePath(`ipfs://${CID}/1&2.png`, PROJECT, rules)
  expect(path).toBe(`/v1/image?url=ipfs%3A%2F%2F${CID}%2F1%262.png&projectId=${PROJECT}`)
  expect(imagePath(`data:image/svg+xml,${'<'.repeat(4_000)}`, PROJECT, rules)).toBeUndefined()
})

test('data that are too long for a request get an address with their hash, which works while the data are kept', () => {
  const data = `data:image/svg+xml,${'<'.repeat(4_000)}`
  const keeping = { ...rules, kept: keepData() }
  const path = imagePath(data, PROJECT, keeping)
  expect(path).toMatch(/^\/v1\/image\?url=kept%3A[0-9a-f]{64}&projectId=/)
  const address = new URL(path ?? '', 'https://services.example').searchParams.get('url') ?? ''
  expect(readSource(address, keeping)).toEqual(readSource(data, rules))
  expect(readSource(address, { ...rules, kept: keepData() })).toBeUndefined()
  expect(readSource(address, rules)).toBeUndefined()
  expect(imagePath(`https://a.example/${'b'.repeat(4_000)}?${'c'.repeat(4_000)}`, PROJECT, keeping)).toBeUndefined()
})

test('every request goes to an http or https address, at a web port, without credentials', () => {
  const parts = constantFrom(
    'http://',
    'https:',
    '//',
    '@',
    ':',
    '8080',
    '[::1]',
    '127.0.0.1',
    'a.example',
    '\\',
    '?',
    '#',
    '%2e',
    '..',
    ' ',
    '\t',
  )
  const text = oneof(
    string(),
    webUrl({ withQueryParameters: true, withFragments: true }),
    string({ unit: parts, minLength: 1 }),
    string({ unit: parts }).map((rest) => `https://${rest}`),
    string({ unit: parts }).map((rest) => `ipfs://${CID}/${rest}`),
  )
  assert(
    property(text, (address) => {
      const source = readSource(address, rules)
      if (!source || 'bytes' in source) return
      const { url, isTrusted } = source
      expect(url.protocol).toMatch(/^https?:$/)
      expect([url.username, url.password]).toEqual(['', ''])
      expect(['', '80', '443']).toContain(url.port)
      if (isTrusted) expect(url.href).toContain(`https://gateway.example/ipfs/${CID}`)
      const path = imagePath(address, PROJECT, rules)
      if (path) expect(new URL(path, 'https://services.example').searchParams.get('url')).toBe(address)
    }),
    { numRuns: 100 },
  )
})

test('percent escapes in data are decoded, even next to malformed ones', () => {
  const bytes = uint8Array({ maxLength: 40 })
  assert(
    property(bytes, (content) => {
      const escaped = Buffer.from(content).toString('hex').replace(/../g, '%$&')
      for (const text of [`data:,${escaped}`, `data:;base64,${Buffer.from(content).toString('base64')}`]) {
        const source = readSource(text, rules)
        expect(source && 'bytes' in source && Buffer.from(source.bytes)).toEqual(Buffer.from(content))
      }
      const loose = readSource(`data:,%${escaped}%4%zz`, rules)
      expect(loose && 'bytes' in loose && Buffer.from(loose.bytes)).toEqual(
        Buffer.concat([Buffer.from('%'), content, Buffer.from('%4%zz')]),
      )
    }),
    { numRuns: 100 },
  )
})

import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { fetchWalletLogos } from '../../../scripts/walletLogos.mjs'

let root: string
let folder: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'portico-logos-'))
  folder = join(root, 'cache', 'wallet-logos')
})
afterEach(() => rmSync(root, { recursive: true }))

/** One file of a tar archive (POSIX ustar). */
function tarEntry(path: string, content: string | Buffer, type = '0') {
  const header = Buffer.alloc(512)
  header.write(path, 0)
  header.write(Buffer.byteLength(content).toString(8).padStart(11, '0'), 124)
  header.write(type, 156)
  const body = Buffer.alloc(Math.ceil(Buffer.byteLength(content) / 512) * 512)
  body.write(content.toString(), 0)
  return Buffer.concat([header, body])
}

const END = Buffer.alloc(1_024)
const tarball = (...entries: Buffer[]) => gzipSync(Buffer.concat([...entries, END]))

const WEBP = Buffer.from(`RIFF....WEBP${'.'.repeat(1_000)}`)
const imageModule = (uri: string) => `const image = "${uri}";\nexport default image;\n`
const webpModule = imageModule(`data:image/webp;base64,${WEBP.toString('base64')}`)
const at = (name: string) => `package/dist/esm/wallets/__generated__/wallet/${name}/image.js`

const whole = tarball(
  tarEntry('package/LICENSE', 'Apache License'),
  tarEntry(at('io.harbor'), webpModule),
  tarEntry(at('io.unknown'), webpModule),
  tarEntry(at('io.png'), imageModule('data:image/png;base64,AAAA')),
  tarEntry(at('io.script'), imageModule(`data:image/webp;base64,${Buffer.from('<script>').toString('base64')}`)),
  tarEntry(at('..'), webpModule),
  tarEntry(at('../../../../../io.far'), webpModule),
  tarEntry(at('io.link'), '', '2'),
  tarEntry('package/dist/cjs/wallets/__generated__/wallet/io.pier/image.js', webpModule),
  tarEntry(at('io.pier'), webpModule),
)
const names = ['io.harbor', 'io.pier', 'io.png', 'io.script', 'io.link', '..', 'io.missing']

const integrityOf = (content: Buffer) => `sha512-${createHash('sha512').update(content).digest('base64')}`

/** Replaces npm, which needs a network. */
const packing = (content: Buffer) => async (into: string) => writeFileSync(join(into, 'package-1.0.0.tgz'), content)

const fetchFrom = (content: Buffer, pack = packing(content)) =>
  fetchWalletLogos({ folder, names, integrity: integrityOf(content), pack })

test("only our wallets' logos and the package's licence are kept", async () => {
  expect(await fetchFrom(whole)).toBe(2)
  expect(readdirSync(folder).sort()).toEqual(['LICENSE', 'io.harbor.webp', 'io.pier.webp', 'source.txt'])
  expect(readFileSync(join(folder, 'io.harbor.webp'))).toEqual(WEBP)
  expect(readdirSync(join(root, 'cache'))).toEqual(['wallet-logos'])
})

test('existing logos are not fetched again', async () => {
  await fetchFrom(whole)
  expect(await fetchFrom(whole, () => Promise.reject(new Error('asked again')))).toBeUndefined()
})

test('logos of another release are replaced', async () => {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'source.txt'), 'thirdweb@5.0.0\n')
  writeFileSync(join(folder, 'io.former.webp'), WEBP)
  await fetchFrom(whole)
  expect(readdirSync(folder)).not.toContain('io.former.webp')
})

test.each<[string, Buffer, ((into: string) => Promise<void>)?]>([
  ['without a network', whole, () => Promise.reject(new Error('npm pack failed.'))],
  ['when npm leaves nothing behind', whole, async () => {}],
  ['when the file differs from the expected one', whole, packing(tarball(tarEntry(at('io.harbor'), webpModule)))],
  ['when the file is cut off', whole.subarray(0, 200)],
  ['when the archive is cut off', gzipSync(tarEntry(at('io.harbor'), webpModule).subarray(0, 700))],
  ['when the archive is invalid', gzipSync(Buffer.from('hello'.repeat(200)))],
  ['when the file is not an archive', Buffer.from('<html>')],
])('%s there are no logos, and nothing partial is left', async (...[, content, pack]) => {
  await expect(fetchFrom(content, pack)).rejects.toThrow()
  expect(existsSync(folder)).toBe(false)
  expect(readdirSync(join(root, 'cache'))).toEqual([])
})

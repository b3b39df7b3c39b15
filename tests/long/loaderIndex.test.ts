import { changeIndex } from '../../scripts/build/changeIndex.mjs'
import { readReleaseKeys, signDocument } from '../../scripts/build/releaseKeys.mjs'
import { placesOf } from '../../scripts/stack.mjs'
import { INDEX_URL, SHELL_VERSION, shellUrl } from '../browser/support/deployment.ts'
import {
  closeModal,
  copyButton,
  openWithConfig,
  receiveButton,
  remotesOf,
  signs,
  toggleReceive,
} from '../browser/support/features.ts'
import { release, stack } from '../browser/support/stack.ts'
import { tamper } from '../browser/support/tamper.ts'
import { closeBrowser, type Visit, visiting } from '../browser/support/visit.ts'

beforeAll(() => toggleReceive(true))
beforeEach(() => release())
afterAll(() => release())
afterAll(closeBrowser)

type Prepare = NonNullable<Parameters<typeof visiting>[0]['prepare']>

/** Expects that remotes are withheld and the visitor sees why, while the wallet still connects. */
async function isWithheld(visitor: Visit, why: string): Promise<void> {
  await visitor.connect()
  await visitor.openAccount()
  await visitor.sees(why)
  expect(await receiveButton(visitor).count()).toBe(0)
  await visitor.close()
  await signs(visitor)
}

const YEAR_MS = 365 * 86_400_000
const EXPIRED = 'The list of releases has expired. Check your clock.'
const UNSIGNED = 'The list of releases is not signed by a known key.'
const UNREADABLE = 'The list of releases can’t be read.'

describe('an untrusted index withholds the remotes, and a wallet still connects', () => {
  test('expired', () => {
    release({ validDays: -1 })
    return visiting({}, (visitor) => isWithheld(visitor, EXPIRED))()
  })

  test.each([
    ['a year fast', YEAR_MS, EXPIRED],
    ['a year slow', -YEAR_MS, 'The list of releases is not valid yet. Check your clock.'],
  ])('checked by a clock that is %s', (_, shift, why) => {
    const prepare: Prepare = (_context, page) => page.clock.setFixedTime(Date.now() + shift)
    return visiting({ prepare }, (visitor) => isWithheld(visitor, why))()
  })

  test.each<[string, (body: string) => string, string]>([
    ['truncated', (body) => body.slice(0, body.length / 2), UNSIGNED],
    ['reduced to its signatures', (body) => body.slice(0, body.indexOf('\n')), UNSIGNED],
    ['empty', () => '', UNSIGNED],
    ['5 MB long', (body) => body + ' '.repeat(5_000_000), 'The list of releases is too large.'],
    ['signed by someone else', (body) => body.replaceAll(':development:', ':someone:'), UNSIGNED],
    ['signed, but invalid JSON', () => signDocument('<html>', readReleaseKeys('http://localhost')), UNREADABLE],
    [
      'signed, but another document',
      () => signDocument('{"format":2}', readReleaseKeys('http://localhost')),
      UNREADABLE,
    ],
  ])('%s', (_, change, why) =>
    visiting({ prepare: (_context, page) => tamper(page, INDEX_URL, change) }, (visitor) => isWithheld(visitor, why))(),
  )

  test('from a staging host, signed with the same key', () => {
    release({ deployment: { ...placesOf(stack.urls).deployment, audience: ['http://localhost:9'] } })
    return visiting({}, (visitor) => isWithheld(visitor, 'The list of releases is for another site.'))()
  })

  test('that does not name the URL of the services', () => {
    const { deployment } = placesOf(stack.urls)
    release({ deployment: { ...deployment, origins: { ...deployment.origins, api: [] } } })
    return visiting({}, (visitor) => isWithheld(visitor, 'The list of releases is for another site.'))()
  })

  test('unavailable', () =>
    visiting({ prepare: (context) => context.route(INDEX_URL, (route) => route.abort()) }, (visitor) =>
      isWithheld(visitor, 'Couldn’t load the list of releases.'),
    )())
})

describe('an index older than one already seen', () => {
  const OLDER = 'The list of releases is older than one already seen.'
  /** An old index without any version of Receive. */
  const replay = () => release({ serial: 5, channels: { receive: { stable: [] } } })

  test(
    'is refused at the next visit',
    visiting({}, async (visitor) => {
      await visitor.connect()
      await visitor.openAccount()
      await receiveButton(visitor).waitFor()
      replay()
      await visitor.page.reload()
      await visitor.openReceive()
      expect(visitor.problems.some((text) => text.includes(OLDER))).toBe(true)
    }),
  )

  test(
    'is refused within one visit when nothing can be stored',
    visiting({ prepare: blockStorage }, async (visitor) => {
      await visitor.connect()
      await openWithConfig(visitor)
      await receiveButton(visitor).waitFor()
      replay()
      await closeModal(visitor)
      const asked = visitor.page.waitForResponse(INDEX_URL)
      await openWithConfig(visitor)
      await (await asked).finished()
      await visitor.settled()
      expect(await receiveButton(visitor).count()).toBe(1)
      expect(visitor.problems.some((text) => text.includes(OLDER))).toBe(true)
    }),
  )
})

/** Blocks storage, except for the wallet, which is not part of the page. */
function blockStorage(context: Parameters<Prepare>[0]): Promise<unknown> {
  return context.addInitScript(() => {
    const { localStorage } = window
    Object.defineProperty(window, 'localStorage', {
      get() {
        if ((document.currentScript as HTMLScriptElement | null)?.src.endsWith('/wallet.js')) return localStorage
        throw new DOMException('storage is blocked', 'SecurityError')
      },
    })
  })
}

test(
  'when the browser blocks storage everything works, but nothing is remembered',
  visiting({ prepare: blockStorage }, async (visitor) => {
    await visitor.connect()
    await visitor.openReceive()
    await copyButton(visitor).waitFor()
    await visitor.close()
    await signs(visitor)
    expect(visitor.problems).toEqual([])
    await visitor.page.reload()
    await visitor.open()
    await visitor.devWallet.waitFor()
    expect(visitor.problems).toEqual([])
  }),
)

test(
  'a browser without Ed25519 verifies with P-256',
  visiting(
    {
      prepare: (context) =>
        context.addInitScript(() => {
          const verified: string[] = []
          Object.assign(globalThis, { verified })
          const { importKey, verify } = SubtleCrypto.prototype
          const nameOf = (algorithm: unknown) => (algorithm as { name?: string }).name ?? String(algorithm)
          SubtleCrypto.prototype.importKey = function (this: SubtleCrypto, ...args: unknown[]) {
            if (nameOf(args[2]) === 'Ed25519') throw new DOMException('Unrecognized name.', 'NotSupportedError')
            return (importKey as (...given: unknown[]) => Promise<CryptoKey>).apply(this, args)
          } as typeof importKey
          SubtleCrypto.prototype.verify = async function (this: SubtleCrypto, ...args: Parameters<typeof verify>) {
            const isGood = await verify.apply(this, args)
            verified.push(`${nameOf(args[0])} ${isGood}`)
            return isGood
          }
        }),
    },
    async (visitor) => {
      await visitor.connect()
      await visitor.openReceive()
      const verified = await visitor.page.evaluate(() => (globalThis as { verified?: string[] }).verified ?? [])
      expect(verified.length).toBeGreaterThan(0)
      expect(new Set(verified)).toEqual(new Set(['ECDSA true']))
      expect(visitor.problems).toEqual([])
    },
  ),
)

describe('a withdrawn shell', () => {
  const WITHDRAWN = 'The wallet window was withdrawn.'
  const withdraw = () =>
    changeIndex(stack.indexFile, (index) => {
      for (const shell of index.shells) if (shell.version === SHELL_VERSION) Object.assign(shell, { revoked: true })
    })
  const isRefused = async ({ page }: Visit) => {
    await page.getByTestId('connect-button').click()
    await page.getByRole('alert').getByText(WITHDRAWN).waitFor()
    expect(await page.locator('portico-modal').count()).toBe(0)
  }

  test('is not mounted on a first visit', () => {
    withdraw()
    return visiting({}, isRefused)()
  })

  test(
    'is not even requested once its withdrawal is known',
    visiting({}, async (visitor) => {
      await visitor.connect()
      withdraw()
      await openWithConfig(visitor)
      await visitor.page.waitForFunction(() => Object.values(localStorage).some((value) => value.includes('"revoked"')))
      await visitor.page.reload()
      visitor.requests.length = 0
      await isRefused(visitor)
      expect(visitor.requests).not.toContain(shellUrl('shell.js'))
    }),
  )
})

test(
  "a shell that is older than the loader's own is not used, although the index still names it",
  visiting({}, async (visitor) => {
    changeIndex(stack.indexFile, (index) => {
      const [newest] = index.shells
      if (newest) index.shells.push({ ...newest, version: '0.0.1', url: 'shell/0.0.1/shell.js' })
    })
    await visitor.connect()
    await visitor.page.waitForFunction(() => Object.values(localStorage).some((value) => value.includes('"0.0.1"')))
    await visitor.page.route(shellUrl('shell.js'), (route) => route.abort())
    await visitor.page.reload()
    visitor.requests.length = 0
    await visitor.page.getByTestId('connect-button').click()
    await visitor.page.getByRole('alert').getByText('The wallet window failed to load.').waitFor()
    expect(visitor.requests).toContain(shellUrl('shell.js'))
    expect(visitor.requests.filter((url) => url.includes('/0.0.1/'))).toEqual([])
  }),
)

test(
  'the index is stored as text, so that it is verified at each use',
  visiting({}, async (visitor) => {
    await visitor.connect()
    await visitor.openAccount()
    await receiveButton(visitor).waitFor()
    await visitor.page.evaluate(() => {
      for (const key of Object.keys(localStorage)) {
        if (key.startsWith('@portico/release-index/'))
          localStorage[key] = localStorage[key].replace('"remotes"', ' "remotes"')
      }
    })
    await visitor.page.route(INDEX_URL, (route) => route.abort())
    await visitor.page.reload()
    await visitor.openAccount()
    await visitor.sees('Couldn’t load the list of releases.')
    expect(await remotesOf(visitor)).toEqual({})
  }),
)

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readReleaseKeys, signDocument } from '../../scripts/build/releaseKeys.mjs'
import {
  deployShell,
  INDEX_URL,
  RECEIVE_VERSION,
  receiveFiles,
  receiveFolder,
  receiveUrl,
  restoreDeployment,
  shellFile,
  shellFolder,
  shellUrl,
} from './support/deployment.ts'
import { copyButton, receiveButton, receiveView, retryButton, signs, toggleReceive } from './support/features.ts'
import { release, stack } from './support/stack.ts'
import { INJECTED, tamper, tamperOnDisk, wasInjected } from './support/tamper.ts'
import { closeBrowser, type Visit, visiting } from './support/visit.ts'

beforeAll(async () => {
  await toggleReceive(true)
  release()
})
afterAll(closeBrowser)

const BLOCKED = 'This feature was changed in transit and wasn’t started'
const WITHHELD = 'The wallet window failed to load.'
const UNSIGNED = 'The list of releases is not signed by a known key.'

/** Changes the first character of both signatures. */
const otherSignatures = (body: string) =>
  body.replace(/^.*/, (line) =>
    line
      .split(',')
      .map((signature) => signature.replace(/:(.)([^:]*)$/, (_, first, rest) => `:${first === 'A' ? 'B' : 'A'}${rest}`))
      .join(),
  )

const press = ({ page }: Visit) => page.getByTestId('connect-button').click()
const notice = ({ page }: Visit) => page.getByRole('alert').getByText(WITHHELD)

/** The files of a remote, which are fetched only when a visitor opens it. */
const LATE_FILES: [name: string, url: () => string, path: () => string][] = [
  ...(['static.json', 'the entry', 'the expose chunk', 'the view chunk'] as const).map(
    (name): [string, () => string, () => string] => {
      const file = () =>
        ({
          'static.json': 'static.json',
          'the entry': receiveFiles().entry.file,
          'the expose chunk': receiveFiles().expose[0]?.file ?? '',
          'the view chunk': receiveFiles().views.WalletReceive?.[0]?.file ?? '',
        })[name]
      return [`${name} of a remote`, () => receiveUrl(file()), () => join(receiveFolder(), file())]
    },
  ),
]

describe('a file changed in transit is refused in place of the feature, and Try again recovers', () => {
  test.each([
    ['one byte of the release index', (body: string) => `${body} `],
    ['one byte of its signatures', otherSignatures],
  ])('%s', (_, change) =>
    visiting({}, async (visitor) => {
      const mend = await tamper(visitor.page, INDEX_URL, change)
      await visitor.connect()
      await visitor.openAccount()
      await visitor.sees(UNSIGNED)
      expect(await receiveButton(visitor).count()).toBe(0)
      await mend()
      await visitor.page.getByTestId('features-retry').click()
      await receiveButton(visitor).waitFor()
      await visitor.close()
      await signs(visitor)
    })(),
  )

  test(
    'if the index is changed before the next visit, the last verified index stays in force',
    visiting({}, async (visitor) => {
      await visitor.connect()
      await visitor.openAccount()
      await receiveButton(visitor).waitFor()
      await tamper(visitor.page, INDEX_URL, (body) => `${body} `)
      await visitor.page.reload()
      await visitor.openReceive()
      expect(visitor.problems.some((text) => text.includes(UNSIGNED))).toBe(true)
    }),
  )

  test.each(LATE_FILES)('%s: one byte, then a statement', (_, urlOf) =>
    visiting({}, async (visitor) => {
      const mendByte = await tamper(visitor.page, urlOf(), (body) => `${body} `)
      await visitor.connect()
      await visitor.openAccount()
      await receiveButton(visitor).click()
      await receiveView(visitor).getByText(BLOCKED).waitFor()
      await mendByte()

      const mend = await tamper(visitor.page, urlOf(), (body) => body + INJECTED)
      await retryButton(visitor).click()
      await receiveView(visitor).and(visitor.page.locator('[data-attempt="1"]')).getByText(BLOCKED).waitFor()
      expect(await wasInjected(visitor.page)).toBe(false)
      await visitor.back()
      await visitor.view('Account').waitFor()
      await receiveButton(visitor).click()
      await receiveView(visitor).getByText(BLOCKED).waitFor()
      await mend()

      await retryButton(visitor).click()
      await copyButton(visitor).waitFor()
      await visitor.close()
      await signs(visitor)
      expect(await wasInjected(visitor.page)).toBe(false)
    })(),
  )

  test(
    'the chunk that talks to EVM wallets',
    visiting({}, async (visitor) => {
      const mend = await tamper(visitor.page, shellUrl(shellFile('chain:eip155')), (body) => body + INJECTED)
      await visitor.open()
      await visitor.devWallet.click()
      await visitor.view('ConnectingExternal').getByText(BLOCKED).waitFor()
      await mend()
      await visitor.retry()
      await visitor.dialog.waitFor({ state: 'detached' })
      await signs(visitor)
      expect(await wasInjected(visitor.page)).toBe(false)
    }),
  )

  test.each([
    ['the shell, one byte', 'shell', ' '],
    ['the shell, a statement', 'shell', INJECTED],
    ['the code that chooses the shell, one byte', 'start', ' '],
    ['the code that chooses the shell, a statement', 'start', INJECTED],
  ])('%s: the window says so, and Try again works once the file is intact again', (_, role, addition) =>
    visiting({}, async (visitor) => {
      const mend = await tamper(visitor.page, `${shellUrl(shellFile(role))}*`, (body) => body + addition)
      await press(visitor)
      await notice(visitor).waitFor()
      expect(await visitor.page.locator('portico-modal').count()).toBe(0)
      await mend()
      await visitor.firstWindow.getByRole('button', { name: 'Try again' }).click()
      await visitor.devWallet.click()
      await visitor.dialog.waitFor({ state: 'detached' })
      await signs(visitor)
      expect(await wasInjected(visitor.page)).toBe(false)
    })(),
  )
})

describe('a browser that has cached changed bytes under an immutable path gets the intact bytes', () => {
  const hasKept = (visitor: Visit, url: string) =>
    visitor.page.evaluate(async (from) => (await (await fetch(from)).text()).endsWith('/*changed*/'), url)

  test.each(LATE_FILES)('%s', (_, urlOf, pathOf) =>
    visiting({}, async (visitor) => {
      const mend = tamperOnDisk(pathOf(), '/*changed*/')
      try {
        await visitor.connect()
        await visitor.openAccount()
        await receiveButton(visitor).click()
        await receiveView(visitor).getByText(BLOCKED).waitFor()
      } finally {
        mend()
      }
      expect(await hasKept(visitor, urlOf())).toBe(true)
      await retryButton(visitor).click()
      await copyButton(visitor).waitFor()
      expect(await hasKept(visitor, urlOf())).toBe(false)
    })(),
  )

  test(
    'the chunk that talks to EVM wallets',
    visiting({}, async (visitor) => {
      const file = shellFile('chain:eip155')
      const mend = tamperOnDisk(join(shellFolder(), file), '/*changed*/')
      try {
        await visitor.open()
        await visitor.devWallet.click()
        await visitor.view('ConnectingExternal').getByText(BLOCKED).waitFor()
      } finally {
        mend()
      }
      expect(await hasKept(visitor, shellUrl(file))).toBe(true)
      await visitor.retry()
      await visitor.dialog.waitFor({ state: 'detached' })
      expect(await hasKept(visitor, shellUrl(file))).toBe(false)
    }),
  )

  // On both occasions the index and the configuration are requested at another URL, and the shell past the cache.
  test.each([
    ['the shell', 'shell', false],
    ['the code that chooses the shell', 'start', true],
  ])('%s, at the next press and at the next visit', (_, role, isKept) =>
    visiting({}, async (visitor) => {
      const file = shellFile(role)
      const mend = tamperOnDisk(join(shellFolder(), file), '/*changed*/')
      try {
        await press(visitor)
        await notice(visitor).waitFor()
      } finally {
        mend()
      }
      expect(await hasKept(visitor, shellUrl(file))).toBe(true)
      await visitor.page.reload()
      await visitor.connect()
      expect(await hasKept(visitor, shellUrl(file))).toBe(isKept)
    })(),
  )
})

describe('with a newer shell deployed', () => {
  beforeAll(() => {
    deployShell('0.99.0', 'globalThis.__shell="0.99.0"')
    release()
  })
  afterAll(restoreDeployment)

  const shellOf = ({ page }: Visit) => page.evaluate(() => (globalThis as { __shell?: string }).__shell)
  const knowsIt = () => Object.values(localStorage).some((value) => value.includes('0.99.0'))

  test(
    'the newer shell starts at the next visit; if it was changed, the built-in shell replaces it',
    visiting({}, async (visitor) => {
      await visitor.open()
      expect(await shellOf(visitor)).toBeUndefined()
      await visitor.page.waitForFunction(knowsIt)

      await visitor.page.reload()
      await visitor.open()
      expect(await shellOf(visitor)).toBe('0.99.0')

      await tamper(visitor.page, shellUrl('shell.js', '0.99.0'), (body) => body + INJECTED)
      await visitor.page.reload()
      await visitor.connect()
      await signs(visitor)
      expect(await shellOf(visitor)).toBeUndefined()
      expect(await wasInjected(visitor.page)).toBe(false)
    }),
  )

  test(
    'an expired stored index starts no newer shell, even when no newer index is available',
    visiting({}, async (visitor) => {
      await visitor.open()
      await visitor.page.waitForFunction(knowsIt)
      await visitor.page.route(INDEX_URL, (route) => route.abort())
      await visitor.page.clock.setFixedTime(Date.now() + 91 * 86_400_000)
      await visitor.page.reload()
      await visitor.open()
      expect(await shellOf(visitor)).toBeUndefined()
    }),
  )

  test(
    'the newer shell does not start from an origin that the index does not name',
    visiting({}, async (visitor) => {
      const elsewhere = shellUrl('shell.js', '0.99.0').replace('//localhost', '//127.0.0.1')
      const [, document = ''] = readFileSync(stack.indexFile, 'utf8').split('\n')
      const index = document.replace('"shell/0.99.0/shell.js"', JSON.stringify(elsewhere))
      const text = signDocument(index, readReleaseKeys('http://localhost'))
      await visitor.page.route(INDEX_URL, (route) =>
        route.fulfill({ body: text, headers: { 'access-control-allow-origin': '*' } }),
      )
      await visitor.page.reload()
      await visitor.open()
      await visitor.page.waitForFunction(
        (url) => Object.values(localStorage).some((kept) => kept.includes(url)),
        elsewhere,
      )
      await visitor.page.reload()
      visitor.requests.length = 0
      await visitor.open()
      expect(await shellOf(visitor)).toBeUndefined()
      expect(visitor.requests).not.toContain(elsewhere)
    }),
  )
})

test(
  'a container, chunks and a script tag already in the page are not mistaken for the remote',
  visiting(
    {
      prepare: async (context) => {
        const container = `portico_receive_${RECEIVE_VERSION}`.replace(/\W/g, '_')
        await context.addInitScript((name) => {
          const inject = () => Object.assign(globalThis, { __pwned: 1 })
          const ids = Array.from({ length: 500 }, (_, id) => id)
          Object.assign(globalThis, {
            [name]: { init: inject, get: inject },
            [`rspackChunk${name}`]: [[ids, Object.fromEntries(ids.map((id) => [id, inject]))]],
          })
        }, container)
      },
    },
    async (visitor) => {
      await visitor.page.evaluate(
        (urls) => {
          for (const url of urls)
            document.head.append(Object.assign(document.createElement('script'), { type: 'text/plain', src: url }))
        },
        [receiveUrl(receiveFiles().entry.file)],
      )
      await visitor.connect()
      await visitor.openReceive()
      expect(await wasInjected(visitor.page)).toBe(false)
    },
  ),
)

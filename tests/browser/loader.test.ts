import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import type { PorticoOptions } from '../../host/src/options/types.ts'
import { shellUrl } from './support/deployment.ts'
import { stack } from './support/stack.ts'
import { hold } from './support/tamper.ts'
import { closeBrowser, type Visit, visiting } from './support/visit.ts'

afterAll(closeBrowser)

declare global {
  interface Window {
    /** The ES module's exports. */
    imported?: Pick<NonNullable<Window['Portico']>, 'createModal'>
  }
}

/** Passed as a string, because the tests' own compiler would turn an `import()` into a `require`. */
const importLoader = (page: Page, url: string): Promise<unknown> =>
  page.evaluate(`import(${JSON.stringify(url)}).then((exported) => void (window.imported = exported))`)

/** The playground's own options, for a modal that a test creates. */
const optionsOf = ({ page }: Visit): Promise<PorticoOptions> =>
  page.evaluate(() => {
    const { projectId, endpoints, chains } = JSON.parse(document.getElementById('settings')?.textContent ?? '{}')
    const networks = chains.map(({ id, name, rpcUrl }: { id: number; name: string; rpcUrl: string }) => ({
      id,
      name,
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [rpcUrl] } },
    }))
    return { projectId, endpoints, networks, prefetch: 'none', storageKey: 'test' }
  })

describe('calls that come before the shell', () => {
  test(
    'settings and subscriptions wait for the shell without starting it, and getters answer at once',
    visiting({}, async (visitor) => {
      const { page } = visitor
      const options = await optionsOf(visitor)
      const early = await page.evaluate((given) => {
        const modal = window.Portico?.createModal(given)
        if (!modal) throw new Error('there is no loader')
        const heard: string[] = []
        Object.assign(globalThis, { modal, heard })
        modal.subscribeState(({ open }) => heard.push(`open ${open}`))
        modal.subscribeTheme(({ themeMode }) => heard.push(`theme ${themeMode}`))
        modal.subscribeState(() => heard.push('never: its undo was called'))()
        modal.setThemeMode('light')
        return [modal.isOpen(), modal.getThemeMode(), modal.getAccount(), modal.getState(), modal.getAddress()]
      }, options)
      expect(early).toEqual([
        false,
        'dark',
        { isConnected: false, status: 'disconnected', allAccounts: [] },
        { open: false, loading: false, initialized: false },
        undefined,
      ])
      expect(visitor.requests).not.toContain(shellUrl('shell.js'))

      const late = await page.evaluate(async () => {
        const { modal, heard } = globalThis as never as { modal: NonNullable<Window['portico']>; heard: string[] }
        await modal.open()
        const seen = [...heard]
        await modal.close()
        return { seen, themeMode: modal.getThemeMode(), last: heard.at(-1) }
      })
      expect(late.themeMode).toBe('light')
      expect(late.seen).toContain('open true')
      expect(late.seen).toContain('theme light')
      expect(late.seen.join()).not.toContain('never')
      expect(late.last).toBe('open false')
    }),
  )

  test(
    'a close while the shell is loading cancels the open before it',
    visiting({ query: { options: { prefetch: 'none' } } }, async (visitor) => {
      const { asked, release } = await hold(visitor.page, shellUrl('shell.js'))
      const opened = visitor.onPage((modal) => modal.open())
      await asked
      await visitor.onPage((modal) => modal.close())
      await release()
      await opened
      await visitor.onPage((modal) => modal.ready())
      expect(await visitor.onPage((modal) => modal.isOpen())).toBe(false)
      expect(await visitor.dialog.count()).toBe(0)

      await visitor.open()
      await visitor.close()
      expect(visitor.problems).toEqual([])
    }),
  )

  test(
    'a modal disposed while the shell is loading leaves nothing in the page',
    visiting({ query: { options: { prefetch: 'none' } } }, async (visitor) => {
      const { asked, release } = await hold(visitor.page, shellUrl('shell.js'))
      const opened = visitor.onPage((modal) => modal.open())
      await asked
      await visitor.onPage((modal) => modal.dispose())
      await release()
      await opened
      await visitor.settled()
      expect(await visitor.page.locator('portico-modal').count()).toBe(0)
      await visitor.page.getByTestId('connect-button').click()
      await visitor.settled()
      expect(await visitor.dialog.count()).toBe(0)
      expect(visitor.problems).toEqual([])
    }),
  )

  test(
    'a press works on an element added later, and on one inside a web component of the site',
    visiting({}, async (visitor) => {
      await visitor.page.evaluate(() => {
        const inner = document.createElement('div')
        inner.attachShadow({ mode: 'open' }).innerHTML = '<button data-portico><b id="inside">in</b></button>'
        const outer = document.createElement('div')
        outer.dataset.portico = ''
        outer.attachShadow({ mode: 'open' }).innerHTML = '<b id="around">around</b>'
        const others = document.createElement('button')
        Object.assign(others.dataset, { portico: '', porticoKey: 'another modal' })
        others.id = 'others'
        document.body.prepend(inner, outer, others)
      })
      await visitor.page.locator('#others').click()
      await visitor.settled()
      expect(visitor.requests).not.toContain(shellUrl('shell.js'))
      for (const id of ['#inside', '#around']) {
        await visitor.page.locator(id).click()
        await visitor.dialog.waitFor()
        await visitor.close()
      }
    }),
  )
})

test(
  'createModal never throws, whatever its options, and reports every problem',
  visiting({}, async (visitor) => {
    const outcomes = await visitor.page.evaluate(async () => {
      const thrower = new Proxy(
        {},
        {
          get() {
            throw new Error('a getter of the site')
          },
          ownKeys() {
            throw new Error('a trap of the site')
          },
        },
      )
      const getter = {
        get projectId() {
          throw new Error('a getter of the site')
        },
      }
      const wrong = {
        projectId: {},
        networks: 'all',
        adapters: 7,
        themeMode: 4,
        locale: 9,
        releaseKeys: 3,
        prefetch: [],
      }
      const garbage: [string, unknown][] = [
        ['nothing', undefined],
        ['null', null],
        ['a number', 42],
        ['a text', 'options'],
        ['a symbol', Symbol('options')],
        ['a list', []],
        ['a function', () => {}],
        ['an object that throws', thrower],
        ['a getter that throws', getter],
        ['wrong types', wrong],
        ['endpoints that are none', { endpoints: { host: 'http://', api: {} } }],
        ['null everywhere', { projectId: null, networks: [null], endpoints: null, features: null, metadata: null }],
      ]
      const told: Record<string, string> = {}
      for (const [name, given] of garbage) {
        const modal = window.Portico?.createModal(given as never)
        const ready = await modal?.ready().then(
          () => 'ready',
          (error: { code?: string }) => error.code ?? String(error),
        )
        await modal?.open().catch(() => undefined)
        told[name] = ready ?? 'no modal'
        await modal?.dispose()
      }
      return told
    })
    expect(outcomes).toEqual({
      nothing: 'options.clientsMissing',
      null: 'options.clientsMissing',
      'a number': 'options.clientsMissing',
      'a text': 'options.clientsMissing',
      'a symbol': 'options.clientsMissing',
      'a list': 'options.clientsMissing',
      'a function': 'options.clientsMissing',
      'an object that throws': 'options.clientsMissing',
      'a getter that throws': 'options.clientsMissing',
      'wrong types': 'options.clientsMissing',
      'endpoints that are none': 'release.hostMissing',
      'null everywhere': 'options.clientsMissing',
    })
    expect(visitor.problems.filter((text) => text.startsWith('uncaught'))).toEqual([])
    expect(await visitor.page.locator('portico-modal').count()).toBe(0)
  }),
)

describe('where the loader comes from', () => {
  /** A third-party page whose own script bundles the loader. */
  const bundled = async ({ page }: Visit, endpoints: object) => {
    await page.route('**/bundle.mjs', async (route) => {
      const loader = await route.fetch({ url: `${stack.urls.host}/portico.mjs` })
      await route.fulfill({ response: loader })
    })
    const { origin } = new URL(page.url())
    await importLoader(page, `${origin}/bundle.mjs`)
    await page.evaluate((given) => {
      const options = { projectId: '1', networks: [], endpoints: given, storageKey: 'bundled' }
      window.portico = window.imported?.createModal(options)
      const button = document.createElement('button')
      Object.assign(button.dataset, { portico: '', porticoKey: 'bundled' })
      button.textContent = 'Bundled'
      document.body.prepend(button)
    }, endpoints)
  }

  test(
    "bundled into the site's script, the loader says which option is missing",
    visiting({}, async (visitor) => {
      await bundled(visitor, {})
      await visitor.page.getByRole('button', { name: 'Bundled' }).click()
      await visitor.page.getByRole('alert').getByText('Set the option `endpoints.host`.').waitFor()
      const code = await visitor.onPage((modal) => modal.ready().catch((error: { code: string }) => error.code))
      expect(code).toBe('release.hostMissing')
      expect(visitor.requests).not.toContain(shellUrl('shell.js'))
    }),
  )

  test(
    'the bundled loader works once the option is set',
    visiting({}, async (visitor) => {
      await bundled(visitor, { host: stack.urls.host })
      await visitor.page.getByRole('button', { name: 'Bundled' }).click()
      await visitor.dialog.waitFor()
      expect(visitor.requests).toContain(shellUrl('shell.js'))
    }),
  )

  test(
    'two loaders on one page share one shell, and their modals are independent',
    visiting({}, async (visitor) => {
      const options = await optionsOf(visitor)
      await visitor.open()
      await visitor.close()
      await importLoader(visitor.page, `${stack.urls.host}/portico.mjs`)
      await visitor.page.evaluate(async (given) => {
        window.portico2 = window.imported?.createModal(given)
        await window.portico2?.open()
      }, options)
      await visitor.dialog.waitFor()
      const states = await visitor.page.evaluate(() => [window.portico?.isOpen(), window.portico2?.isOpen()])
      expect(states).toEqual([false, true])
      expect(visitor.requests.filter((url) => url === shellUrl('shell.js'))).toHaveLength(1)
    }),
  )

  test(
    'on a page without https the loader explains the problem in one sentence and loads nothing',
    visiting({}, async (visitor) => {
      const { page } = visitor
      const { port } = new URL(stack.urls.playground)
      // A name that only this test resolves: browsers trust only localhost without https.
      await page.route(
        ({ hostname }) => hostname === 'portico.test',
        async (route) => {
          const url = new URL(route.request().url())
          url.hostname = 'localhost'
          const response = await route.fetch({ url: url.href })
          const isPage = response.headers()['content-type']?.startsWith('text/html')
          const body = await response.text()
          await route.fulfill({ response, body: isPage ? body.replaceAll('//localhost', '//portico.test') : body })
        },
      )
      await page.goto(`http://portico.test:${port}/`)
      expect(await page.evaluate(() => isSecureContext)).toBe(false)
      visitor.requests.length = 0
      await page.getByTestId('connect-button').click()
      await visitor.firstWindow.getByRole('alert').getByText('Connecting a wallet requires HTTPS.').waitFor()
      expect(await visitor.page.locator('portico-modal').count()).toBe(0)
      expect(visitor.requests).toEqual([])
    }),
  )
})

describe('on a server', () => {
  const run = (code: string) =>
    spawnSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8', timeout: 20_000 })
  const host = join(stack.dist ?? '', 'host')
  const use = `
    const modal = createModal({ projectId: '1', networks: [], prefetch: 'idle' })
    const undo = modal.subscribeState(() => {})
    undo()
    modal.setThemeMode('light')
    await modal.close()
    await modal.dispose()
    console.log(JSON.stringify([modal.isOpen(), modal.getAccount().status, modal.getThemeMode(), await modal === modal]))`

  test.each([
    ['the module', `const { createModal } = await import('${pathToFileURL(join(host, 'portico.mjs'))}')`],
    [
      'the script',
      `await import('${pathToFileURL(join(host, 'portico.js'))}')
       const { createModal } = globalThis.Portico
       delete globalThis.Portico`,
    ],
  ])('importing %s does nothing and throws nothing', (_, load) => {
    const { stdout, stderr, status } = run(`
      const before = Reflect.ownKeys(globalThis).length
      ${load}
      ${use}
      console.log(Reflect.ownKeys(globalThis).length - before)`)
    expect([stdout, stderr, status]).toEqual(['[false,"disconnected","dark",true]\n0\n', '', 0])
  })
})

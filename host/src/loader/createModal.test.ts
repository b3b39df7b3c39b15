/** @jest-environment jsdom */
import { LOADER_PROTOCOL } from '@portico/contracts'
import fc from 'fast-check'
import type { PorticoOptions } from '../options/types.ts'
import { type OpenOptions, type PorticoModal, publicApi } from '../site/publicApi.ts'
import type { Shell } from './protocol.ts'
import { SHELL_REGISTRY, type ShellRegistry } from './shellRegistry.ts'

const HOST = 'https://wallet.example/'
const minimal = { projectId: 'demo', networks: [] } as PorticoOptions

Object.assign(globalThis, {
  __RELEASE_KEYS__: [],
  __LOCALES__: ['en', 'de'].map((locale) => ({ locale, dir: 'ltr', title: 'Connect wallet' })),
  __SHELL__: { version: '1.0.0', url: 'shell/1.0.0/shell.js', integrity: '' },
  __START__: { url: 'shell/1.0.0/start.js', integrity: '' },
})

/** Stands in for the loader's second file, because jsdom runs no scripts. */
jest.mock('./pinned.ts', () => ({ runPinned: async () => jest.requireActual('./start.ts').start }))

const { createModal } = jest.requireActual<typeof import('./createModal.ts')>('./createModal.ts')

// jsdom has no layout: this file tests the window's structure, and tests/browser/firstWindow.test.ts tests its looks.
Object.assign(CSSStyleSheet.prototype, { replaceSync() {} })
Object.assign(HTMLDialogElement.prototype, { showModal() {}, close() {} })
Object.defineProperty(ShadowRoot.prototype, 'adoptedStyleSheets', { value: [] })
/** The text of the loader's window; undefined if no window is shown. */
const read = () => {
  for (const { shadowRoot } of document.body.children) {
    const shown = shadowRoot?.querySelector('dialog')
    if (shown) return { title: shown.ariaLabel, text: shown.textContent, alert: shown.querySelector('p')?.role }
  }
  return undefined
}

const page = globalThis as { [SHELL_REGISTRY]?: ShellRegistry }
let called: string[]
let mounted: unknown[]
let arrive: () => void
let fail: (error: Error) => void

/** A shell that records its calls. */
const shell: Shell = {
  version: '1.0.0',
  mount(options) {
    mounted.push(options)
    const note = (name: string) => (argument: unknown) => {
      const written = JSON.stringify(argument)
      called.push(written === undefined ? name : `${name} ${written}`)
      if (name.startsWith('subscribe')) return () => void called.push(`stop ${name}`)
      return name.startsWith('get') ? `the ${name} of the shell` : Promise.resolve()
    }
    return new Proxy({}, { get: (_, name) => (name === 'then' ? undefined : note(String(name))) }) as PorticoModal
  },
}

beforeEach(() => {
  called = []
  mounted = []
  globalThis.fetch = jest.fn(() => Promise.reject(new TypeError('Failed to fetch'))) as never
  jest.spyOn(console, 'error').mockImplementation(() => {})
  const coming = new Promise<Shell>((resolve, reject) => {
    arrive = () => resolve(shell)
    fail = reject
  })
  coming.catch(() => {})
  page[SHELL_REGISTRY] = { [LOADER_PROTOCOL]: coming }
})

const modals: PorticoModal[] = []
afterEach(async () => {
  for (const modal of modals.splice(0)) void modal.dispose()
  arrive()
  await settled()
  document.body.innerHTML = ''
  localStorage.clear()
  jest.restoreAllMocks()
})

const settled = () => new Promise((done) => setTimeout(done, 5))
const create = (options: unknown = minimal, host: string | undefined = HOST) => {
  const modal = createModal(options as PorticoOptions, host)
  modals.push(modal)
  return modal
}

const button = (html: string) => {
  document.body.innerHTML = html
  return document.body.firstElementChild as HTMLElement
}
const point = (element: Element) =>
  element.dispatchEvent(new MouseEvent('pointerover', { bubbles: true, composed: true }))

describe('before the shell has loaded', () => {
  test('nothing is requested, and nothing is added to the page', async () => {
    create()
    await settled()
    expect(fetch).not.toHaveBeenCalled()
    expect(mounted).toEqual([])
    expect(document.documentElement.querySelector('script')).toBeNull()
  })

  test.each(Object.entries(publicApi.getters))(
    '%s answers at once with the values of a modal that has not started',
    (name, answer) => {
      expect((create()[name as 'isOpen'] as () => unknown)()).toEqual(answer)
    },
  )

  test('any other getter returns undefined', () => {
    expect(create().getAddress()).toBeUndefined()
  })

  test("the theme is the site's, or dark", () => {
    expect(create().getThemeMode()).toBe('dark')
    expect(create({ ...minimal, themeMode: 'light' }).getThemeMode()).toBe('light')
  })

  test.each(publicApi.settings)('%s starts nothing, and is applied once the shell has loaded', async (name) => {
    const modal = create()
    ;(modal[name] as (value: string) => void)('light')
    await settled()
    expect(mounted).toEqual([])
    arrive()
    await modal.open()
    expect(called).toEqual([`${name} "light"`, 'open'])
  })

  test.each(publicApi.subscriptions)('%s starts nothing, and listens from the beginning', async (name) => {
    const modal = create()
    const stop = (modal[name] as (listener: () => void) => () => void)(() => {})
    await settled()
    expect(mounted).toEqual([])
    arrive()
    await modal.open()
    stop()
    expect(called).toEqual([name, 'open', `stop ${name}`])
  })

  test('a subscription that is canceled before the shell has loaded is never made', async () => {
    const modal = create()
    modal.subscribeState(() => {})()
    arrive()
    await modal.open()
    expect(called).toEqual(['open'])
  })

  test.each(['ready', 'disconnect', 'switchNetwork'] as const)('%s starts the modal', async (name) => {
    const modal = create()
    const done = (modal[name] as () => Promise<void>)()
    arrive()
    await done
    expect(called).toEqual([name])
  })

  test('the modal is not mistaken for a promise', async () => {
    const modal = create()
    expect(await Promise.resolve(modal)).toBe(modal)
  })
})

describe('while the shell is loading', () => {
  test('closing cancels an earlier request to open', async () => {
    const modal = create()
    const opening = modal.open()
    await modal.close()
    arrive()
    await opening
    expect(called).toEqual([])
  })

  test('the last of two requests to open wins', async () => {
    const modal = create()
    const both = [modal.open({ view: 'Networks' }), modal.open({ view: 'Account' })]
    arrive()
    await Promise.all(both)
    expect(called).toEqual(['open {"view":"Account"}'])
  })

  test('a disposed modal never opens', async () => {
    const modal = create()
    const opening = modal.open()
    void modal.dispose()
    arrive()
    await opening
    expect(called).toEqual(['dispose'])
  })

  test('a shell that cannot be loaded is reported, and requested again at the next click', async () => {
    const modal = create()
    const opening = modal.open()
    fail(Object.assign(new Error('The wallet window failed to load.'), { code: 'release.shellFailed' }))
    await expect(opening).rejects.toMatchObject({ code: 'release.shellFailed' })
    page[SHELL_REGISTRY] = { [LOADER_PROTOCOL]: Promise.resolve(shell) }
    await modal.open()
    expect(called).toEqual(['open'])
  })
})

describe('the modal starts', () => {
  const isStarted = async () => {
    arrive()
    await settled()
    return mounted.length > 0
  }

  test('when the visitor points at one of its elements', async () => {
    create()
    point(button('<button data-portico>Connect</button>'))
    expect(await isStarted()).toBe(true)
    expect(called).toEqual([])
  })

  test('but not when the visitor points at anything else', async () => {
    create()
    point(button('<button>Buy</button>'))
    expect(await isStarted()).toBe(false)
  })

  test('with `prefetch: none`, only when an element is clicked', async () => {
    create({ ...minimal, prefetch: 'none' })
    const element = button('<button data-portico="Networks">Networks</button>')
    point(element)
    expect(await isStarted()).toBe(false)
    element.click()
    await settled()
    expect(called).toEqual(['open {"view":"Networks"}'])
  })

  test('when content inside an element is clicked', async () => {
    create()
    const element = button('<button data-portico><b>Connect</b></button>')
    element.querySelector('b')?.click()
    await isStarted()
    expect(called).toEqual(['open {"view":""}']) // an empty value, which names no view
  })

  test('only for its own elements, not for those of another modal', async () => {
    create({ ...minimal, storageKey: 'one' })
    point(button('<button data-portico data-portico-key="two">Connect</button>'))
    expect(await isStarted()).toBe(false)
    point(button('<button data-portico data-portico-key="one">Connect</button>'))
    expect(await isStarted()).toBe(true)
  })

  test('when a connection is stored, once the page is idle', async () => {
    localStorage.setItem('@portico/demo/connections', '{}')
    Object.assign(globalThis, { requestIdleCallback: (run: () => void) => setTimeout(run) })
    create()
    expect(await isStarted()).toBe(true)
    Reflect.deleteProperty(globalThis, 'requestIdleCallback')
  })

  test('but never after it has been disposed of', async () => {
    localStorage.setItem('@portico/demo/connections', '{}')
    Object.assign(globalThis, { requestIdleCallback: (run: () => void) => setTimeout(run) })
    void create().dispose()
    point(button('<button data-portico>Connect</button>'))
    expect(await isStarted()).toBe(false)
    Reflect.deleteProperty(globalThis, 'requestIdleCallback')
  })
})

test.each(['then', 'toJSON', 'nodeType', '$$typeof', '__v_isRef', 'asymmetricMatch'])(
  'reading %s, as frameworks do, starts nothing',
  (name) => {
    expect(Reflect.get(create(), name)).toBeUndefined()
  },
)

test.each(publicApi.commands)('%s is a method before the shell has loaded', (name) => {
  expect(Reflect.get(create(), name)).toBeInstanceOf(Function)
})

describe("the loader's own window", () => {
  test("appears at once, for a click and for the page's own open()", async () => {
    const modal = create()
    button('<button data-portico>Connect</button>').click()
    expect(read()).toMatchObject({ title: 'Connect wallet' })
    await modal.close()
    expect(read()).toBeUndefined()
    void modal.open()
    expect(read()).toMatchObject({ title: 'Connect wallet' })
  })

  test.each([
    ['another view was requested', { view: 'Networks' }, '{}'],
    ['a connection may be restored', undefined, '@portico/demo/connections'],
  ] as const)('has no title if %s', (_, asked, kept) => {
    localStorage.setItem(kept, '{}')
    void create().open(asked as OpenOptions)
    expect(read()).toMatchObject({ title: '' })
  })

  test.each(['open()', 'a press'])('after %s, shows the reason if the modal cannot be loaded', async (way) => {
    const modal = create()
    const opening = way === 'open()' ? modal.open() : modal.ready()
    if (way === 'a press') button('<button data-portico>Connect</button>').click()
    fail(new Error('The wallet window failed to load.'))
    await expect(opening).rejects.toThrow()
    await settled()
    expect(read()?.text).toContain('The wallet window failed to load.')
    expect(read()?.alert).toBe('alert')
  })

  test('is removed when the modal is disposed of', async () => {
    const modal = create()
    void modal.open()
    void modal.dispose()
    expect(read()).toBeUndefined()
  })

  test('does not appear once the shell has loaded', async () => {
    const modal = create()
    arrive()
    await modal.ready()
    await modal.open()
    expect(read()).toBeUndefined()
  })
})

test('without a host, the error names the option to set', async () => {
  const modal = createModal(minimal, undefined)
  modals.push(modal)
  await expect(modal.open()).rejects.toMatchObject({
    name: 'ModalError',
    code: 'release.hostMissing',
    message: 'Set the option `endpoints.host`.',
  })
})

test('whatever the options, a modal is returned, its shell gets the same options, and calls settle', async () => {
  const exotic = fc.oneof(
    fc.anything({ withBigInt: true, withNullPrototype: true }),
    fc.constantFrom<unknown>(Symbol('x'), () => 'x', 'x'.repeat(10_000)),
    fc.string().map((message) => ({
      get projectId(): string {
        throw new Error(message)
      },
    })),
  )
  const names = [
    'projectId',
    'networks',
    'adapters',
    'basic',
    'locale',
    'prefetch',
    'storageKey',
    'themeMode',
    'releaseKeys',
  ]
  const given = fc.oneof(
    exotic,
    fc.dictionary(fc.constantFrom(...names), exotic, { maxKeys: 4 }).map((more) => ({ ...minimal, ...more })),
  )
  page[SHELL_REGISTRY] = { [LOADER_PROTOCOL]: Promise.resolve(shell) }
  await fc.assert(
    fc.asyncProperty(given, async (options) => {
      called = []
      mounted = []
      const modal = createModal(options as PorticoOptions, HOST)
      expect(modal.isOpen()).toBe(false)
      await modal.open()
      await modal.close()
      await modal.dispose()
      expect(called).toEqual(['open', 'close', 'dispose'])
      expect(mounted[0]).toBe(options)
    }),
    { numRuns: 150 },
  )
})

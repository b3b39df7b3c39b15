import { deployLoader, deployShell, restoreDeployment, SHELL_VERSION, shellUrl } from '../browser/support/deployment.ts'
import { stack } from '../browser/support/stack.ts'
import { closeBrowser, VISITOR, type Visit, visiting } from '../browser/support/visit.ts'

afterAll(closeBrowser)

const OTHER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

const second = (visitor: Visit) => visitor.page.evaluateHandle(() => window.portico2 as NonNullable<Window['portico2']>)
const address = async (visitor: Visit) => (await second(visitor)).evaluate((modal) => modal.getAddress())
/** Waits until the second modal has reported this text. */
const secondReads = (visitor: Visit, wanted: string | undefined) =>
  visitor.page.waitForFunction((text) => window.portico2?.getAddress() === text, wanted)
const modals = (visitor: Visit) => visitor.page.locator('portico-modal').count()

describe('two modals with their own storage keys', () => {
  const separate = { query: { modals: 2, other: 'ok' } }

  test(
    'connect a wallet each, independently, and are restored that way',
    visiting(separate, async (visitor) => {
      await visitor.connect()
      expect(await address(visitor)).toBeUndefined()
      await visitor.page.getByTestId('second-connect-button').click()
      await visitor.otherWallet.click()
      await visitor.dialog.waitFor({ state: 'detached' })
      await visitor.reads('address', VISITOR)
      expect(await address(visitor)).toBe(OTHER)

      await visitor.page.reload()
      await visitor.reads('address', VISITOR)
      await secondReads(visitor, OTHER)
      await visitor.onPage((modal) => modal.disconnect())
      await visitor.reads('status', 'disconnected')
      expect(await address(visitor)).toBe(OTHER)
      expect(visitor.problems).toEqual([])
    }),
  )

  test(
    'can be open at once: the upper one has the focus, which it returns, and the last one ends the scroll lock',
    visiting(separate, async (visitor) => {
      await visitor.open()
      await (await second(visitor)).evaluate((modal) => modal.open({ view: 'Networks' }))
      await visitor.view('Networks').waitFor()
      expect(await visitor.dialog.count()).toBe(2)
      expect(await visitor.onPage((modal) => modal.isOpen())).toBe(true)
      await visitor.page.keyboard.press('Tab')
      await visitor.page.keyboard.press('Escape')
      await visitor.view('Networks').waitFor({ state: 'detached' })
      expect(await visitor.focused()).toBe('div w3m-modal-card')
      await visitor.page.keyboard.press('Escape')
      await visitor.dialog.waitFor({ state: 'detached' })
      expect(await visitor.focused()).toBe('button connect-button')
      expect(await visitor.page.evaluate(() => document.documentElement.style.overflow)).toBe('')
      expect(visitor.problems).toEqual([])
    }),
  )

  test(
    'do not react to each other’s buttons',
    visiting(separate, async (visitor) => {
      await visitor.page.getByTestId('second-connect-button').click()
      await visitor.dialog.waitFor()
      expect(await visitor.onPage((modal) => modal.isOpen())).toBe(false)
      expect(await visitor.dialog.count()).toBe(1)
    }),
  )

  test(
    'leave nothing behind when one is disposed, and the other keeps working',
    visiting(separate, async (visitor) => {
      const traces = () =>
        visitor.page.evaluate(() => ({
          elements: document.querySelectorAll('*').length,
          sheets: document.styleSheets.length + document.adoptedStyleSheets.length,
          style: document.documentElement.getAttribute('style') ?? '',
        }))
      await visitor.onPage((modal) => modal.ready())
      const before = await traces()
      await (await second(visitor)).evaluate((modal) => modal.open())
      await visitor.dialog.waitFor()
      expect(await modals(visitor)).toBe(2)
      await (await second(visitor)).evaluate((modal) => modal.dispose())
      await visitor.dialog.waitFor({ state: 'detached' })
      expect(await modals(visitor)).toBe(1)
      // The script element of a file still loading is removed when it has loaded.
      await visitor.page.waitForFunction((count) => document.querySelectorAll('*').length === count, before.elements)
      expect(await traces()).toEqual(before)
      await visitor.page.getByTestId('second-connect-button').click()
      await visitor.settled()
      expect(await visitor.dialog.count()).toBe(0)

      await visitor.connect()
      await visitor.openReceive()
      await visitor.onPage((modal) => modal.dispose())
      expect(await modals(visitor)).toBe(0)
      await visitor.settled()
      expect(await visitor.page.evaluate(() => document.documentElement.style.overflow)).toBe('')
      expect(visitor.problems).toEqual([])
    }),
  )
})

describe('two modals without storage keys', () => {
  const shared = { query: { modals: 'shared' } }

  /** Opened by the API: a button of the page would open both. */
  const connectFirst = async (visitor: Visit) => {
    await visitor.onPage((modal) => modal.open())
    await visitor.devWallet.click()
    await visitor.dialog.waitFor({ state: 'detached' })
  }

  test(
    'share a connection: when one connects or disconnects, so does the other, without asking the wallet',
    visiting(shared, async (visitor) => {
      await (await second(visitor)).evaluate((modal) => modal.ready())
      await connectFirst(visitor)
      await secondReads(visitor, VISITOR)
      expect(await visitor.asked('eth_requestAccounts')).toBe(1)
      await (await second(visitor)).evaluate((modal) => modal.disconnect())
      await visitor.reads('status', 'disconnected')
      expect(await visitor.storedConnection()).toBeUndefined()
    }),
  )

  test(
    'never show a disconnected account: the other window closes',
    visiting(shared, async (visitor) => {
      await (await second(visitor)).evaluate((modal) => modal.ready())
      await connectFirst(visitor)
      await secondReads(visitor, VISITOR)
      await (await second(visitor)).evaluate((modal) => modal.open())
      await visitor.view('Account').waitFor()
      await visitor.onPage((modal) => modal.disconnect())
      await visitor.dialog.waitFor({ state: 'detached' })
    }),
  )

  test(
    'both show the list of wallets; the one that connects closes, and the other shows the account',
    visiting(shared, async (visitor) => {
      await (await second(visitor)).evaluate((modal) => modal.open())
      await visitor.dialog.waitFor()
      await visitor.onPage((modal) => modal.open())
      await visitor.page.locator('[data-testid="w3m-modal-card"]').nth(1).waitFor()
      const upper = visitor.page.locator('portico-modal').last()
      await upper.getByTestId('wallet-selector-dev.portico.wallet').click()
      await visitor.view('Account').waitFor()
      expect(await visitor.dialog.count()).toBe(1)
    }),
  )
})

describe('two loaders of one version', () => {
  const shellRequests = (visitor: Visit) => visitor.requests.filter((url) => url.endsWith('/shell.js')).length

  test(
    'a second script tag: both modals work, and the shell is fetched once',
    visiting({}, async (visitor) => {
      await visitor.onPage((modal) => modal.ready())
      await visitor.page.addScriptTag({ url: `${stack.urls.host}/portico.js` })
      await visitor.page.evaluate(() => {
        const options = window.porticoOptions as NonNullable<Window['porticoOptions']>
        window.portico2 = window.Portico?.createModal({ ...options, storageKey: 'second' })
      })
      await (await second(visitor)).evaluate((modal) => modal.open())
      await visitor.devWallet.click()
      await secondReads(visitor, VISITOR)
      await visitor.reads('status', 'disconnected')
      await visitor.connect()
      await visitor.reads('address', VISITOR)
      expect(shellRequests(visitor)).toBe(1)
      expect(await modals(visitor)).toBe(2)
      expect(visitor.problems).toEqual([])
    }),
  )

  test(
    'a module import in addition to the script: both modals work, and the shell is fetched once',
    visiting({}, async (visitor) => {
      // The import is in a string, because the tests' compiler would turn it into one of Node's.
      await visitor.page.evaluate(`import('${stack.urls.host}/portico.mjs').then(({ createModal }) => {
        window.portico2 = createModal({ ...window.porticoOptions, storageKey: 'second' })
      })`)
      await Promise.all([
        visitor.onPage((modal) => modal.ready()),
        (await second(visitor)).evaluate((modal) => modal.ready()),
      ])
      await (await second(visitor)).evaluate((modal) => modal.open())
      await visitor.devWallet.click()
      await secondReads(visitor, VISITOR)
      expect(shellRequests(visitor)).toBe(1)
      expect(await modals(visitor)).toBe(2)
      expect(visitor.problems).toEqual([])
    }),
  )
})

describe('two loaders of two versions', () => {
  const NEWER = '99.0.0'
  let newer = ''
  beforeAll(() => {
    deployShell(NEWER, 'globalThis.isNewerShell = true')
    newer = deployLoader(NEWER)
  })
  afterAll(restoreDeployment)

  const shellsAsked = ({ requests }: Visit) => requests.filter((url) => url.endsWith('/shell.js'))
  const addModal = async (visitor: Visit) => {
    await visitor.page.addScriptTag({ url: newer })
    await visitor.page.evaluate(() => {
      const options = window.porticoOptions as NonNullable<Window['porticoOptions']>
      window.portico2 = window.Portico?.createModal({ ...options, storageKey: 'second' })
    })
  }
  const bothWork = async (visitor: Visit) => {
    await (await second(visitor)).evaluate((modal) => modal.open())
    await visitor.devWallet.click()
    await secondReads(visitor, VISITOR)
    await visitor.reads('status', 'disconnected')
    await visitor.connect()
    await visitor.reads('address', VISITOR)
    expect(visitor.problems).toEqual([])
  }

  test(
    'the shell that is loaded first serves both loaders, although the other loader has a newer one',
    visiting({}, async (visitor) => {
      await visitor.onPage((modal) => modal.ready())
      await addModal(visitor)
      await bothWork(visitor)
      expect(shellsAsked(visitor)).toEqual([shellUrl('shell.js', SHELL_VERSION)])
    }),
  )

  test(
    'the newer shell serves both loaders if it is loaded first',
    visiting({}, async (visitor) => {
      await addModal(visitor)
      await (await second(visitor)).evaluate((modal) => modal.ready())
      await bothWork(visitor)
      expect(shellsAsked(visitor)).toEqual([shellUrl('shell.js', NEWER)])
    }),
  )
})

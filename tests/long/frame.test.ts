import fc from 'fast-check'
import type { Locator } from 'playwright-core'
import { stack } from '../browser/support/stack.ts'
import { closeBrowser, type Visit, visit, visiting } from '../browser/support/visit.ts'

afterAll(closeBrowser)

/** Opens the view from the page's script. Returns 'opened', or the error with which the promise rejects. */
const openFor = (visitor: Visit, view: string) =>
  visitor.onPage(
    (modal, name) =>
      modal.open({ view: name as 'Account' }).then(
        () => 'opened',
        ({ code, message, details }) => ({ code, message, details }),
      ),
    view,
  )

describe('open()', () => {
  test.each([
    ['does not exist', 'Account2', 'Account2'],
    ['needs an account', 'Account', 'Account'],
    ['belongs to a feature and needs an account', 'WalletReceive', 'WalletReceive'],
    ['is named like a property of every object', 'constructor', 'constructor'],
  ])("with a view that %s opens Connect, and rejects with the view's name", (_, view, named) =>
    visiting({}, async (visitor) => {
      expect(await openFor(visitor, view)).toEqual({
        code: 'view.unavailable',
        message: `The view ${named} is not available`,
        details: { view: named },
      })
      await visitor.devWallet.waitFor()
    })(),
  )

  test(
    'with an unknown view opens the account of a connected visitor',
    visiting({}, async (visitor) => {
      await visitor.connect()
      expect(await openFor(visitor, 'Nothing')).toMatchObject({ code: 'view.unavailable' })
      await visitor.view('Account').waitFor()
    }),
  )

  test("with a view whose code cannot be loaded opens the account, and rejects with the view's name", async () => {
    const visitor = await visit({
      prepare: (context) => context.route(`${stack.urls.remotes.receive}/**`, (route) => route.abort()),
    })
    try {
      await visitor.connect()
      expect(await openFor(visitor, 'WalletReceive')).toMatchObject({
        code: 'view.unavailable',
        details: { view: 'WalletReceive' },
      })
      await visitor.view('Account').waitFor()
    } finally {
      await visitor.end()
    }
  })

  test(
    'while it is open pushes the view, and Back returns',
    visiting({}, async (visitor) => {
      await visitor.open()
      expect(await openFor(visitor, 'Networks')).toBe('opened')
      await visitor.view('Networks').waitFor()
      expect(await visitor.dialog.count()).toBe(1)
      await visitor.back()
      await visitor.devWallet.waitFor()
    }),
  )

  test(
    'with a view of a feature shows it to a connected visitor',
    visiting({}, async (visitor) => {
      await visitor.connect()
      expect(await openFor(visitor, 'WalletReceive')).toBe('opened')
      await visitor.page.getByTestId('receive-address-copy-button').waitFor()
    }),
  )

  test('is canceled by a close while the window is loading', async () => {
    let release = () => {}
    const held = new Promise<void>((done) => {
      release = done
    })
    const visitor = await visit({
      prepare: (context) =>
        context.route('**/shell.js', async (route) => {
          await held
          await route.continue()
        }),
    })
    try {
      const opening = visitor.onPage((modal) => {
        const opened = modal.open()
        void modal.close()
        return opened
      })
      release()
      await opening
      await visitor.settled()
      expect(await visitor.dialog.count()).toBe(0)
      expect(await visitor.onPage((modal) => modal.isOpen())).toBe(false)
      await visitor.open()
    } finally {
      await visitor.end()
    }
  })

  test(
    'and close() in any order leave at most one window, and a page that scrolls again',
    visiting({}, async (visitor) => {
      const steps = fc.constantFrom('open', 'Networks', 'Nothing', 'close', 'wait')
      const sequences = fc.asyncProperty(fc.array(steps, { minLength: 1, maxLength: 8 }), async (sequence) => {
        const isOpen = await visitor.onPage(async (modal, names) => {
          const calls: Promise<unknown>[] = []
          for (const name of names) {
            if (name === 'wait') await Promise.allSettled(calls)
            else calls.push(name === 'close' ? modal.close() : modal.open({ view: name as 'Networks' }))
          }
          await Promise.allSettled(calls)
          return modal.isOpen()
        }, sequence)
        await visitor.settled()
        const last = sequence.findLast((step) => step !== 'wait')
        expect(isOpen).toBe(last !== undefined && last !== 'close')
        expect(await visitor.dialog.count()).toBe(isOpen ? 1 : 0)
        expect(await overflow(visitor)).toBe(isOpen ? 'hidden' : 'visible')
        await visitor.onPage((modal) => modal.close())
      })
      await fc.assert(sequences, { numRuns: 30 })
      expect(visitor.problems).toEqual([])
    }),
  )
})

describe('an element of the page with data-portico', () => {
  test(
    'opens the named view for a connected visitor, and Connect for others',
    visiting({}, async (visitor) => {
      await visitor.page.getByRole('link', { name: 'Account' }).click()
      await visitor.devWallet.click()
      await visitor.dialog.waitFor({ state: 'detached' })
      await visitor.page.getByRole('link', { name: 'Account' }).click()
      await visitor.view('Account').waitFor()
      await visitor.close()
      await visitor.page.getByRole('link', { name: 'Networks' }).click()
      await visitor.view('Networks').waitFor()
      expect(visitor.problems).toEqual([])
    }),
  )
})

const overflow = (visitor: Visit) => visitor.page.evaluate(() => getComputedStyle(document.documentElement).overflowY)

describe('the window', () => {
  test.each<[string, (visitor: Visit) => Promise<void>]>([
    ['its button', (visitor) => visitor.page.getByTestId('w3m-header-close').click()],
    ['Escape', (visitor) => visitor.page.keyboard.press('Escape')],
    ['a press beside it', (visitor) => visitor.page.mouse.click(20, 20)],
    ['close()', (visitor) => visitor.onPage((modal) => modal.close())],
  ])('is closed by %s', (_, close) =>
    visiting({}, async (visitor) => {
      await visitor.open()
      await visitor.reads('open', 'open')
      await close(visitor)
      await visitor.dialog.waitFor({ state: 'detached' })
      await visitor.reads('open', 'closed')
    })(),
  )

  test(
    'is not closed by a press that starts inside and ends beside it, such as a text selection',
    visiting({}, async (visitor) => {
      await visitor.open()
      const box = await visitor.title.boundingBox()
      await visitor.page.mouse.move((box?.x ?? 0) + 10, (box?.y ?? 0) + 10)
      await visitor.page.mouse.down()
      await visitor.page.mouse.move(20, 20)
      await visitor.page.mouse.up()
      await visitor.settled()
      await visitor.devWallet.waitFor()
    }),
  )

  test(
    'is closed by a press beside it, which does not reach the page behind',
    visiting({}, async (visitor) => {
      await visitor.open()
      const link = await visitor.page.getByRole('link', { name: 'Networks', includeHidden: true }).boundingBox()
      await visitor.page.mouse.click((link?.x ?? 0) + 4, (link?.y ?? 0) + 4)
      await visitor.dialog.waitFor({ state: 'detached' })
      expect(new URL(visitor.page.url()).hash).toBe('')
    }),
  )

  test(
    'locks page scrolling while open, and restores it afterwards',
    visiting({ viewport: { width: 800, height: 400 } }, async (visitor) => {
      await visitor.page.evaluate(() => document.documentElement.style.setProperty('overflow', 'scroll'))
      const wheel = async () => {
        await visitor.page.mouse.move(400, 200)
        await visitor.page.mouse.wheel(0, 200)
        await visitor.settled()
        return visitor.page.evaluate(() => scrollY)
      }
      await visitor.open()
      expect(await wheel()).toBe(0)
      await visitor.page.keyboard.press('Escape')
      await visitor.dialog.waitFor({ state: 'detached' })
      expect(await overflow(visitor)).toBe('scroll')
      await visitor.page.mouse.wheel(0, 200)
      await visitor.page.waitForFunction(() => scrollY > 0)
    }),
  )

  test(
    'confirms a copy, and no longer shows that message when it is opened again',
    visiting({}, async (visitor) => {
      await visitor.connect()
      await visitor.openAccount()
      await visitor.page.getByTestId('account-settings-address').click()
      await visitor.sees('Address copied')
      expect(await visitor.page.evaluate(() => navigator.clipboard.readText())).toMatch(/^0x[0-9a-fA-F]{40}$/)
      await visitor.close()
      await visitor.openAccount()
      await visitor.settled()
      expect(await visitor.page.getByTestId('wui-snackbar-message').count()).toBe(0)
    }),
  )

  test(
    'has its specified width, is centered, and shows tooltips in full',
    visiting({}, async (visitor) => {
      await visitor.open()
      const card = await visitor.dialog.boundingBox()
      expect(card?.width).toBe(360)
      expect((card?.x ?? 0) + 180).toBe(640)
      for (const id of ['help-button', 'w3m-header-close']) {
        await visitor.page.getByTestId(id).hover()
        const tooltip = await visitor.dialog.locator('.Tooltip').boundingBox()
        expect(tooltip?.x).toBeGreaterThanOrEqual(card?.x ?? 0)
        expect((tooltip?.x ?? 0) + (tooltip?.width ?? 0)).toBeLessThanOrEqual((card?.x ?? 0) + 360)
      }
    }),
  )

  test(
    'keeps messages and tooltips visible when scrolled',
    visiting({}, async (visitor) => {
      await visitor.connect()
      await visitor.openAccount()
      await visitor.page.setViewportSize({ width: 500, height: 240 })
      await visitor.dialog.evaluate((card) => card.scrollTo(0, card.scrollHeight))
      expect(await visitor.dialog.evaluate((card) => card.scrollTop)).toBeGreaterThan(50)
      // Pressed by script, because a pointer would scroll to it first.
      await visitor.page.getByTestId('account-settings-address').evaluate((row) => (row as HTMLElement).click())
      const isInSight = async (piece: Locator) => {
        const box = await piece.boundingBox()
        return box !== null && box.y >= 0 && box.y + box.height <= 240
      }
      expect(await isInSight(visitor.page.getByTestId('wui-snackbar-message'))).toBe(true)
      await visitor.page.getByTestId('w3m-header-close').hover()
      expect(await isInSight(visitor.dialog.locator('.Tooltip'))).toBe(true)
    }),
  )
})

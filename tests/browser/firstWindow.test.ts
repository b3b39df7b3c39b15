import type { BrowserContext, Page } from 'playwright-core'
import { AXE } from './support/axe.ts'
import { shellUrl } from './support/deployment.ts'
import { stack } from './support/stack.ts'
import { hold } from './support/tamper.ts'
import { closeBrowser, type Visit, type VisitOptions, visiting } from './support/visit.ts'

afterAll(closeBrowser)

/** The window that the loader draws before the shell is there, and how the shell replaces it. */

const SHELL = shellUrl('shell.js')
const HOST = `${stack.urls.host}/**`

const press = ({ page }: Visit) => page.getByTestId('connect-button').click()

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}
interface Frames {
  /** Position of the window in each frame of the page, the loader's or the shell's; repeats are dropped. */
  readonly boxes: Box[]
  /** Sum of all of the page's unexpected layout shifts. */
  readonly shift: number
}

/** Records each frame of the page from now on: the position of the window, and layout shifts. */
const record = (page: Page) =>
  page.evaluate(() => {
    const frames = { boxes: [] as object[], shift: 0 }
    const add = (list: object[], element: Element | null | undefined) => {
      if (!element) return
      const { x, y, width, height } = element.getBoundingClientRect()
      const box = { x, y, width, height }
      if (JSON.stringify(list.at(-1)) !== JSON.stringify(box)) list.push(box)
    }
    const inside = (selector: string) => {
      for (const element of document.querySelectorAll('portico-modal, body > div')) {
        const found = element.shadowRoot?.querySelector(selector)
        if (found) return found
      }
      return undefined
    }
    const look = () => {
      add(frames.boxes, inside('dialog, section, [data-testid="w3m-modal-card"]'))
      requestAnimationFrame(look)
    }
    look()
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) frames.shift += (entry as unknown as { value: number }).value
    }).observe({ type: 'layout-shift', buffered: false })
    Object.assign(globalThis, { frames })
  })
const recorded = ({ page }: Visit) => page.evaluate(() => (globalThis as unknown as { frames: Frames }).frames)

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const NARROW = { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true }
const THEME = { '--w3m-border-radius-master': '2px', '--w3m-font-family': 'Georgia' }

describe.each([
  ['a wide page', {}, {}],
  ['a light page', {}, { themeMode: 'light' }],
  ['a page with its own theme', {}, { themeVariables: THEME }],
  ['a right-to-left page', {}, { locale: 'ar-XB' }],
  ['a phone', PHONE, {}],
  ['a phone, right to left, light', PHONE, { themeMode: 'light', locale: 'ar-XB' }],
  ['the narrowest phone', NARROW, {}],
  ['a phone with a full-screen window', PHONE, { enableMobileFullScreen: true }],
  ['a page of little height', { viewport: { width: 1280, height: 420 } }, {}],
] as readonly [string, VisitOptions, object][])('on %s', (_, device, options) => {
  test('the shell replaces the first window without moving anything', async () => {
    await visiting({ ...device, query: { options } }, async (visitor) => {
      const { release } = await hold(visitor.page, SHELL)
      await record(visitor.page)
      await press(visitor)
      await visitor.firstWindow.waitFor()
      await release()
      await visitor.devWallet.waitFor()
      await visitor.settled()
      const { boxes, shift } = await recorded(visitor)
      expect(boxes).toEqual([boxes[0]])
      expect(shift).toBe(0)
      expect(await visitor.dialog.count()).toBe(1)
      expect(visitor.problems).toEqual([])
    })()
  })
})

test('if the site has placed <portico-modal> itself, the window is drawn there', async () => {
  await visiting({ query: { options: { disableAppend: true } } }, async (visitor) => {
    const { release } = await hold(visitor.page, SHELL)
    await visitor.page.evaluate(() => document.querySelector('main')?.append(document.createElement('portico-modal')))
    await record(visitor.page)
    await press(visitor)
    await visitor.page.locator('main portico-modal dialog').waitFor()
    await release()
    await visitor.devWallet.waitFor()
    const { boxes } = await recorded(visitor)
    expect(boxes).toEqual([boxes[0]])
    expect(await visitor.page.locator('main portico-modal').getByRole('dialog').count()).toBe(1)
  })()
})

test('an embedded modal has its place in the page from the start, and keeps it', async () => {
  let release = async () => {}
  // The modal opens without a press.
  const prepare = async (_: BrowserContext, page: Page) => {
    ;({ release } = await hold(page, SHELL))
  }
  await visiting({ prepare, query: { embed: 1 } }, async (visitor) => {
    await visitor.page.locator('portico-modal section').waitFor()
    await record(visitor.page)
    await release()
    await visitor.devWallet.waitFor()
    const { boxes, shift } = await recorded(visitor)
    expect(boxes).toEqual([boxes[0]])
    expect(shift).toBe(0)
    expect(await visitor.page.locator('portico-modal section').count()).toBe(0)
  })()
})

test('on a phone the window is in the first frame after the tap, before anything has loaded', async () => {
  await visiting({ ...PHONE, query: { options: { prefetch: 'none' } } }, async (visitor) => {
    await visitor.context.setOffline(true)
    const isThere = await visitor.page.evaluate(
      () =>
        new Promise<boolean>((done) => {
          const button = document.querySelector<HTMLElement>('[data-testid="connect-button"]')
          // The loader listens on the document, so this runs after the loader and before the next paint.
          addEventListener('click', () => {
            const shown = document.querySelector('body > div:last-child')?.shadowRoot?.querySelector('dialog')
            done(Boolean(shown?.open && shown.offsetHeight > 0))
          })
          button?.click()
        }),
    )
    expect(isThere).toBe(true)
  })()
})

describe('while the shell is loading', () => {
  const holds = (run: (visitor: Visit, release: () => Promise<void>) => Promise<void>) =>
    visiting({}, async (visitor) => {
      const { release } = await hold(visitor.page, SHELL)
      await press(visitor)
      await visitor.firstWindow.waitFor()
      await run(visitor, release)
    })

  test(
    'screen readers announce a named dialog, and axe finds nothing wrong with it',
    holds(async (visitor) => {
      await visitor.page.getByRole('dialog', { name: 'Connect wallet' }).waitFor()
      expect(await visitor.focused()).toBe('button Close')
      await visitor.page.evaluate(AXE)
      const found = await visitor.page.evaluate(async () => {
        const { axe } = window as unknown as { axe: { run(): Promise<{ violations: { id: string }[] }> } }
        const { violations } = await axe.run()
        return violations.map(({ id }) => id)
      })
      expect(found).toEqual([])
    }),
  )

  test.each([
    ['Escape', ({ page }: Visit) => page.keyboard.press('Escape')],
    ['a press on the page behind it', ({ page }: Visit) => page.mouse.click(5, 5)],
    ['its own button', ({ page }: Visit) => page.getByRole('button', { name: 'Close' }).click()],
    ['the page', (visitor: Visit) => visitor.onPage((modal) => modal.close())],
  ])('%s closes the window, the page is as it was, and no window follows', async (way, close) => {
    await visiting({}, async (visitor) => {
      const { release } = await hold(visitor.page, SHELL)
      const html = () => visitor.page.evaluate(() => (document.documentElement.cloneNode() as Element).outerHTML)
      const button = visitor.page.getByTestId('connect-button')
      await button.focus()
      const before = await html()
      await visitor.page.keyboard.press('Enter')
      await visitor.firstWindow.waitFor()
      expect(await visitor.page.evaluate(() => getComputedStyle(document.documentElement).overflow)).toBe('hidden')
      await close(visitor)
      await visitor.firstWindow.waitFor({ state: 'detached' })
      expect((await html()).replace(' style=""', '')).toBe(before)
      if (way !== 'a press on the page behind it') expect(await visitor.focused()).toBe('button connect-button')
      await release()
      await visitor.onPage((modal) => modal.ready())
      await visitor.settled()
      expect(await visitor.dialog.count()).toBe(0)
      await visitor.open()
      await visitor.devWallet.waitFor()
      await visitor.close()
      expect((await html()).replace(' style=""', '')).toBe(before)
    })()
  })

  test(
    "Tab stays inside the window, and the focus moves on into the shell's window and returns to the page",
    holds(async (visitor, release) => {
      for (let times = 0; times < 3; times++) {
        await visitor.page.keyboard.press('Tab')
        expect(['button Close', 'body', 'html']).toContain((await visitor.focused()).replace(/^body.*/s, 'body'))
      }
      await release()
      await visitor.devWallet.waitFor()
      await visitor.page.waitForFunction(() => document.activeElement?.localName === 'portico-modal')
      await visitor.close()
      expect(await visitor.focused()).toBe('button connect-button')
    }),
  )
})

describe.each([
  ['offline', (page: Page) => page.context().setOffline(true), (page: Page) => page.context().setOffline(false)],
  [
    'if the host answers 500',
    (page: Page) => page.route(HOST, (route) => route.fulfill({ status: 500 })),
    (page: Page) => page.unroute(HOST),
  ],
] as const)('%s', (_, fail, mend) => {
  test(
    'the window says why it is empty, and Try again loads the shell',
    visiting({}, async (visitor) => {
      const { page, firstWindow } = visitor
      await fail(page)
      await press(visitor)
      await firstWindow.getByRole('alert').getByText('The wallet window failed to load.').waitFor()
      await mend(page)
      await firstWindow.getByRole('button', { name: 'Try again' }).click()
      await visitor.devWallet.waitFor()
      expect(await visitor.dialog.count()).toBe(1)
    }),
  )
})

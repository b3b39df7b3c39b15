import type { Page } from 'playwright-core'
import { type Address, maxUint256, toHex } from 'viem'
import { BODY_LEAST } from '../../services/secureFrame/src/approval/visibilityRules.ts'
import {
  approval,
  approveButton,
  asks,
  asksFor,
  frameOf,
  isApprovable,
  onFrameElement,
  outcome,
} from '../browser/support/approvals.ts'
import { review, reviewButton } from '../browser/support/approvalWindow.ts'
import { addressOf, inFrame, newAddress, reject, signIn, withoutWallet } from '../browser/support/embeddedWallet.ts'
import { stranger } from '../browser/support/evmChain.ts'
import { readToEnd } from '../browser/support/reviewWindow.ts'
import { closeBrowser, type Visit, visit } from '../browser/support/visit.ts'

/** A page shrinks the wallet's frame, or hides it in ways Chromium does not report, and gets its visitor to press. */

jest.setTimeout(90_000)

const PLAIN = withoutWallet({ defaultAccountTypes: { eip155: 'eoa' } })
const SIGNATURE = /^0x[\da-f]{130}$/
const STEP_PX = 8
/** The frame on a desktop, in CSS pixels. */
const FULL = { width: 360, height: 600 }
const SPENDER = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

/** The visitor of all tests, who signs in once because codes per client and hour are limited. */
let visitor: Visit
let account: Address

beforeAll(async () => {
  visitor = await visit(PLAIN)
  await signIn(visitor, newAddress())
  account = (await addressOf(visitor)) as Address
})
afterAll(async () => {
  await visitor?.end()
  await closeBrowser()
})
afterEach(async () => {
  for (const page of visitor.context.pages()) if (page !== visitor.page) await page.close()
  await visitor.page.setViewportSize({ width: 1280, height: 800 })
  await visitor.page.reload()
  await visitor.reads('status', 'connected')
})

/** Makes the page ask for a permit without a limit, for one token. */
function asksForPermit(): Promise<number> {
  const fields = ['owner address', 'spender address', 'value uint256', 'nonce uint256', 'deadline uint256']
  const data = {
    types: { Permit: fields.map((field) => ({ name: field.split(' ')[0], type: field.split(' ')[1] })) },
    primaryType: 'Permit',
    domain: { name: 'USD Coin', version: '1', chainId: 31337, verifyingContract: stranger() },
    message: {
      owner: account,
      spender: SPENDER,
      value: maxUint256.toString(),
      nonce: '0',
      deadline: maxUint256.toString(),
    },
  }
  return asksFor(visitor, 'eth_signTypedData_v4', [account, JSON.stringify(data)])
}

const resize = (width: number, height: number) =>
  visitor.page.locator('iframe[name=w3m-secure-iframe]').evaluate(
    (frame, [w, h]) => {
      Object.assign((frame as HTMLElement).style, { width: `${w}px`, height: `${h}px`, left: '40px', top: '40px' })
    },
    [width, height] as const,
  )

/** Presses where the main button is, by mouse and by key, like a visitor who sees something else there. */
async function pressAway(): Promise<void> {
  const button = inFrame(visitor).locator('[data-testid=approve], [data-testid=review]')
  const box = await button.boundingBox()
  if (box) {
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    await visitor.page.mouse.move(x - 10, y)
    await visitor.page.mouse.move(x, y, { steps: 4 })
    await visitor.page.mouse.click(x, y)
  }
  await button.focus()
  await visitor.page.keyboard.press('Enter')
  await visitor.page.keyboard.press('Space')
}

/** Expects that the request is still on the screen and can be rejected. */
async function isUndecided(asked: number): Promise<void> {
  expect(await approval(visitor).count()).toBe(1)
  for (const page of visitor.context.pages()) if (page !== visitor.page) await page.close()
  await visitor.page.evaluate(() => {
    document.body.removeAttribute('style')
    document.documentElement.removeAttribute('style')
    const frame = document.querySelector<HTMLElement>('iframe[name=w3m-secure-iframe]')
    for (const name of ['zoom', 'mask-image', 'border-radius', 'pointer-events', 'transform', 'clip-path', 'width']) {
      frame?.style.removeProperty(name)
    }
  })
  await resize(FULL.width, FULL.height)
  await reject(visitor)
  expect(await outcome(visitor, asked)).toMatchObject({ code: 4001 })
}

interface Measured {
  /** Whether the button that approves is shown, rather than the one that opens a window. */
  readonly isOffered: boolean
  readonly isArmed: boolean
  /** Whether everything that must be visible is within the frame, and the scrolling part has enough room. */
  readonly fits: boolean
}

const measure = (least: { width: number; height: number }): Measured => {
  const find = (selector: string) => document.querySelector<HTMLElement>(selector)
  const [button, body, gist] = [find('[data-testid=approve]'), find('.approval-body'), find('.approval-gist')]
  const isWithin = (element: Element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect()
    return left >= 0 && top >= 0 && right <= innerWidth + 0.5 && bottom <= innerHeight + 0.5
  }
  const still = [find('header'), find('footer'), body, gist, ...(gist?.children ?? [])]
  return {
    isOffered: button !== null,
    isArmed: button?.getAttribute('aria-disabled') === 'false',
    fits:
      innerWidth > 0 &&
      gist?.parentElement?.className === 'approval' &&
      still.every((element) => element && isWithin(element)) &&
      (body?.clientWidth ?? 0) >= least.width &&
      (body?.clientHeight ?? 0) >= least.height,
  }
}

/** Waits until the frame has that size and has updated its button. */
async function settlesAt(width: number, height: number): Promise<Measured> {
  await resize(width, height)
  const frame = frameOf(visitor)
  await frame.waitForFunction(([w, h]) => innerWidth === w && innerHeight === h, [width, height], { polling: 5 })
  for (let looks = 0; looks < 200; looks++) {
    const measured = await frame.evaluate(measure, { ...BODY_LEAST })
    if (measured.isOffered === measured.fits || width === 0 || height === 0) return measured
  }
  return frame.evaluate(measure, { ...BODY_LEAST })
}

test('from zero to full size, in steps of 8 px, the frame offers to sign only when everything is visible', async () => {
  await asks(visitor, 'personal_sign', 'Fern & Fable\n'.repeat(60))
  await approval(visitor).waitFor()
  const sizes: (readonly [number, number])[] = []
  for (let width = 0; width <= FULL.width; width += STEP_PX) sizes.push([width, FULL.height])
  for (let height = 0; height <= FULL.height; height += STEP_PX) sizes.push([FULL.width, height])
  for (let step = 0; step <= FULL.width; step += STEP_PX) sizes.push([step, Math.floor((step * 5) / 3)])
  const wrong: unknown[] = []
  let offered = 0
  for (const [width, height] of sizes) {
    const found = await settlesAt(width, height)
    if (found.isOffered) offered++
    const isHidden = width === 0 || height === 0
    if (found.isArmed || (found.isOffered !== found.fits && !isHidden)) wrong.push({ width, height, ...found })
  }
  expect(wrong).toEqual([])
  // Some sizes are sufficient, and some are not.
  expect(offered).toBeGreaterThan(10)
  expect(offered).toBeLessThan(sizes.length / 2)
})

test('even with everything visible, signing waits until the text was scrolled to its end', async () => {
  await asks(visitor, 'personal_sign', 'Fern & Fable\n'.repeat(60))
  await approveButton(visitor, false).waitFor()
  await inFrame(visitor).getByText('Scroll to the end to continue.').waitFor()
  await readToEnd(inFrame(visitor))
  await approveButton(visitor, true).waitFor()
  expect(await approveButton(visitor, true).textContent()).toBe('Sign this message')
  // Resizing moves the text, so its end has to be reached once more.
  await resize(FULL.width, FULL.height - STEP_PX)
  await frameOf(visitor).evaluate(() => document.querySelector('.approval-body')?.scrollTo(0, 0))
  await approveButton(visitor, false).waitFor()
})

test('a frame with room for just the header, the buttons and one more pixel cannot sign, and offers a window', async () => {
  const asked = await asks(visitor, 'personal_sign', 'attack at dawn')
  await approveButton(visitor, true).waitFor()
  const least = await frameOf(visitor).evaluate(() =>
    ['header', 'footer'].reduce((sum, name) => sum + (document.querySelector<HTMLElement>(name)?.offsetHeight ?? 0), 1),
  )
  await resize(FULL.width, least)
  await reviewButton(visitor).waitFor()
  expect(await inFrame(visitor).getByTestId('approve').count()).toBe(0)
  await pressAway()
  await isUndecided(asked)
})

test('a frame shrunk just before the press signs nothing', async () => {
  const asked = await asks(visitor, 'personal_sign', 'attack at dawn')
  await approveButton(visitor, true).waitFor()
  const box = await approveButton(visitor, true).boundingBox()
  const [x, y] = [(box?.x ?? 0) + 20, (box?.y ?? 0) + 20]
  await visitor.page.mouse.move(x - 10, y)
  await visitor.page.mouse.move(x, y, { steps: 4 })
  await onFrameElement(visitor, (frame) => {
    const { bottom } = frame.getBoundingClientRect()
    Object.assign(frame.style, { height: '220px', top: `${bottom - 220}px` })
  })
  await visitor.page.mouse.down()
  await visitor.page.mouse.up()
  await isUndecided(asked)
})

test.each<[string, () => void]>([
  [
    'content-visibility hides the frame',
    () => {
      document.body.style.contentVisibility = 'hidden'
    },
  ],
  [
    'the frame ignores the pointer',
    () => {
      document.body.style.pointerEvents = 'none'
      const frame = document.querySelector<HTMLElement>('iframe[name=w3m-secure-iframe]')
      if (frame) frame.style.pointerEvents = 'none'
    },
  ],
  [
    'clip-path leaves only the last fifth of the frame',
    () => {
      const frame = document.querySelector<HTMLElement>('iframe[name=w3m-secure-iframe]')
      if (frame) frame.style.clipPath = 'polygon(0 80%, 100% 80%, 100% 100%, 0 100%)'
    },
  ],
  [
    'a 3D transform tilts the frame',
    () => {
      const frame = document.querySelector<HTMLElement>('iframe[name=w3m-secure-iframe]')
      if (frame) frame.style.transform = 'perspective(400px) rotateX(70deg)'
    },
  ],
])('no mouse press signs while %s', async (_, trick) => {
  const asked = await asks(visitor, 'personal_sign', 'attack at dawn')
  await approveButton(visitor, true).waitFor()
  const box = await approveButton(visitor, true).boundingBox()
  const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2]
  await visitor.page.evaluate(trick)
  await visitor.page.mouse.move(x - 10, y)
  await visitor.page.mouse.move(x, y, { steps: 4 })
  await visitor.page.mouse.click(x, y)
  await isUndecided(asked)
})

describe('zoomed by the page', () => {
  test.each([0.25, 0.5])('to %d, the frame is too small to read, and no press signs', async (zoom) => {
    const asked = await asks(visitor, 'personal_sign', 'attack at dawn')
    await approveButton(visitor, true).waitFor()
    await visitor.page.locator('iframe[name=w3m-secure-iframe]').evaluate((frame, factor) => {
      ;(frame as HTMLElement).style.zoom = String(factor)
    }, zoom)
    await frameOf(visitor).waitForFunction((factor) => devicePixelRatio === factor, zoom)
    await pressAway()
    await isUndecided(asked)
  })

  test('to 2, the frame is readable and can sign', async () => {
    const asked = await asks(visitor, 'personal_sign', 'attack at dawn')
    await approveButton(visitor, true).waitFor()
    await visitor.page.locator('iframe[name=w3m-secure-iframe]').evaluate((frame) => {
      const { style } = frame as HTMLElement
      Object.assign(style, { zoom: '2', left: '20px', top: '5px', height: '380px' })
    })
    await frameOf(visitor).waitForFunction(() => devicePixelRatio === 2)
    await readToEnd(inFrame(visitor))
    await approveButton(visitor, true).waitFor()
    // Playwright ignores the zoom of a frame.
    const { x, y } = await frameOf(visitor).evaluate(() => {
      const { left, top } = document.querySelector('[data-testid=approve]')?.getBoundingClientRect() ?? new DOMRect()
      return { x: 20 + (left + 20) * 2, y: 5 + (top + 20) * 2 }
    })
    await visitor.page.mouse.move(x - 60, y - 80)
    await visitor.page.mouse.move(x, y, { steps: 8 })
    await approveButton(visitor, true).waitFor()
    const answered = outcome(visitor, asked)
    // A press right after the mouse arrives does not count.
    const isOver = () =>
      approval(visitor)
        .count()
        .then((count) => count === 0)
    while (!(await isOver())) await visitor.page.mouse.click(x, y, { delay: 30 })
    expect(await answered).toMatch(SIGNATURE)
  })

  test('to 4, the frame does not fit, and the visitor has to decide in a window', async () => {
    const asked = await asks(visitor, 'personal_sign', 'attack at dawn')
    await approveButton(visitor, true).waitFor()
    await visitor.page.locator('iframe[name=w3m-secure-iframe]').evaluate((frame) => {
      const { style } = frame as HTMLElement
      Object.assign(style, { zoom: '4', left: '0', top: '0', width: '320px', height: '200px' })
    })
    await reviewButton(visitor).waitFor()
    await isUndecided(asked)
  })
})

describe('tricks that Chromium does not report to a frame', () => {
  /** With each trick the frame stays "visible" to IntersectionObserver v2, but the request cannot be seen. */
  const BLIND: readonly [does: string, trick: () => unknown][] = [
    [
      'a mask leaves only the buttons',
      () => {
        const frame = document.querySelector<HTMLElement>('iframe[name=w3m-secure-iframe]')
        if (frame) frame.style.maskImage = 'linear-gradient(transparent 0 85%, #000 85%)'
      },
    ],
    [
      'a view transition shows another picture',
      () => {
        const style = document.createElement('style')
        style.textContent =
          '::view-transition { pointer-events: none } ::view-transition-old(root), ::view-transition-new(root) { animation: none; opacity: 0.02 }'
        document.head.append(style)
        return document.startViewTransition(() => {}).ready
      },
    ],
    [
      'a picture-in-picture window covers the frame',
      async () => {
        const { documentPictureInPicture } = window as unknown as {
          documentPictureInPicture: { requestWindow(size: object): Promise<unknown> }
        }
        await documentPictureInPicture.requestWindow({ width: 400, height: 500 })
      },
    ],
  ]

  test.each(BLIND)('%s: no dangerous request can be signed in the frame', async (_, trick) => {
    for (const ask of [
      asksForPermit,
      () => asksFor(visitor, 'eth_sendTransaction', [{ from: account, to: stranger(), value: toHex(1n) }]),
    ]) {
      const asked = await ask()
      await approval(visitor).waitFor()
      await visitor.page.mouse.click(5, 5)
      await visitor.page.evaluate(trick)
      expect(await inFrame(visitor).getByTestId('approve').count()).toBe(0)
      await visitor.page.reload()
      await visitor.reads('status', 'connected')
      expect(asked).toBeGreaterThanOrEqual(0)
    }
  })
})

test('an unlimited allowance must be read to the end in a window, and the button there says "Allow spending"', async () => {
  const asked = await asksForPermit()
  await isApprovable(visitor)
  const opened: Page = await review(visitor)
  await opened.setViewportSize({ width: 400, height: 560 })
  await opened.getByText('Scroll to the end to continue.').waitFor()
  const button = opened.getByTestId('approve')
  expect(await button.getAttribute('aria-disabled')).toBe('true')
  await button.focus()
  await opened.keyboard.press('Enter')
  expect(await approval(visitor).count()).toBe(1)
  await readToEnd(opened)
  await opened.locator('[data-testid=approve][aria-disabled=false]').waitFor()
  expect(await button.textContent()).toMatch(/^Allow spending/)
  await opened.keyboard.press('Enter')
  expect(await outcome(visitor, asked)).toMatch(SIGNATURE)
})

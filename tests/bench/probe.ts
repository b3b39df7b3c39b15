/**
 * Runs before anything else on every page of the bench. From each press of the page's button it watches, frame by
 * frame, until the wallet list is painted and stable. All times are milliseconds since the navigation began.
 */
export interface Opening {
  readonly hover: number
  /** When the browser received the click, not when the page handled it. */
  readonly press: number
  /** The end of the first frame that shows a wallet. */
  readonly painted: number
  /** The end of the first frame after which nothing moved or faded. */
  readonly still: number
}

declare global {
  interface Window {
    readonly bench: typeof bench
  }
}

const MODAL = 'portico-modal'
/** The playground's development wallet: the first row of both lists. */
const WALLET_ROW = '[data-testid="wallet-selector-dev.portico.wallet"]'
/** This long without a change counts as the end of all movement. */
const QUIET_MS = 300
/** A page that draws nothing may get its idle callback late. */
const IDLE_MS = 1_000

const openings: Promise<Opening>[] = []
let hover = 0

const walletRow = (): Element | null =>
  document.querySelector(WALLET_ROW) ?? document.querySelector(MODAL)?.shadowRoot?.querySelector(WALLET_ROW) ?? null

/** Runs right after the next paint: a task of the highest priority runs before all that are queued. */
const afterPaint = (run: () => void) => void scheduler.postTask(run, { priority: 'user-blocking' })

/** Resolves with the time at the end of a frame that was painted while `holds`. */
const framesUntil = (holds: () => boolean): Promise<number> =>
  new Promise((resolve) => {
    const look = () => {
      if (holds()) afterPaint(() => resolve(performance.now()))
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })

function isOpaque(element: Element): boolean {
  const parent = element.parentElement ?? (element.getRootNode() as ShadowRoot).host
  return getComputedStyle(element).opacity === '1' && (!parent || isOpaque(parent))
}

const isAnimated = (row: Element) =>
  (row.getRootNode() as ShadowRoot | Document).getAnimations().some(({ playState }) => playState === 'running')

async function untilStill(): Promise<number> {
  let place = ''
  let stillSince: number | undefined
  for (;;) {
    const now = await framesUntil(() => true)
    const row = walletRow()
    const { x, y, width, height } = row?.getBoundingClientRect() ?? new DOMRect()
    const here = [x, y, width, height].join()
    if (!row || isAnimated(row) || !isOpaque(row) || (place !== '' && here !== place)) stillSince = undefined
    else stillSince ??= now
    place = here
    if (stillSince !== undefined && now - stillSince > QUIET_MS) return stillSince
  }
}

async function watch(press: number): Promise<Opening> {
  const painted = await framesUntil(() => walletRow() !== null)
  return { hover, press, painted, still: Math.max(painted, await untilStill()) }
}

const isButton = ({ target }: Event) => (target as Element).closest('#open') !== null
const onButton = (type: string, handle: (time: number) => void) =>
  addEventListener(type, (event) => isButton(event) && handle(event.timeStamp), true)
onButton('pointerover', (time) => {
  hover = time
})
onButton('click', (time) => openings.push(watch(time)))

/** Both products use these ids for cards, except for the cards of installed wallets. */
const CARD = '[data-testid^="wallet-search-item-"], [data-testid^="wallet-selector-000"]'
const inModal = (selector: string): HTMLElement[] =>
  [document, document.querySelector(MODAL)?.shadowRoot].flatMap((root) => [
    ...(root?.querySelectorAll<HTMLElement>(selector) ?? []),
  ])
let lastKey = 0
let found = Promise.resolve(0)
addEventListener('input', ({ timeStamp }) => {
  lastKey = timeStamp
})
let lastPress = 0
addEventListener(
  'click',
  ({ timeStamp }) => {
    lastPress = timeStamp
  },
  true,
)

/** Frames while a list is scrolled: enough for many pages of a directory. */
const SCROLLED_FRAMES = 600
const STEP_PX = 60

/** The QR code, once drawn. */
const CODE = '[data-testid="wui-qr-code"] svg, svg[height="300"]'

/** The center of an element, once it exists. */
async function middleOf(selector: string): Promise<{ x: number; y: number }> {
  const find = () => inModal(selector)[0]
  await framesUntil(() => find() !== undefined)
  const { x, y, width, height } = find()?.getBoundingClientRect() ?? new DOMRect()
  return { x: x + width / 2, y: y + height / 2 }
}

const bench = {
  /** How many elements of page and modal match. */
  shown: (selector: string) => inModal(selector).length,
  /** The center of the row that opens all wallets. */
  allWalletsRow: () => middleOf('[data-testid="all-wallets"], [data-testid="wallet-selector-all"]'),
  /** The center of the row that opens the QR code. */
  codeRow: () => middleOf('[data-testid="wallet-selector-walletconnect"], [data-testid="wallet-selector-qr"]'),
  /** The time from the press on that row to the end of the frame with the QR code. */
  async code(): Promise<number> {
    const painted = await framesUntil(() => inModal(CODE).length > 0)
    return painted - lastPress
  },
  /** The time from the press on that row to the end of the frame with the first card. */
  async firstCard(): Promise<number> {
    const painted = await framesUntil(() => inModal(CARD).length > 0)
    return painted - lastPress
  },
  /** Focuses the search field. */
  toSearch: () => inModal('input')[0]?.focus(),
  /** Watches for the end of the frame in which every card has that text. Call it before the last key. */
  lookFor(text: string): void {
    const before = lastKey
    const fits = (card: HTMLElement) => card.textContent?.toLowerCase().includes(text)
    found = framesUntil(() => lastKey > before && inModal(CARD).length > 0 && inModal(CARD).every(fits))
  },
  /** The time from the last key to the frame that `lookFor` waits for. */
  async found(): Promise<number> {
    return (await found) - lastKey
  },
  /** The 95th percentile of 100 frame times while the list is scrolled, in milliseconds. */
  async scrolledFrames(): Promise<number> {
    const list = inModal('[data-testid="wallet-list"]')[0]
    const took: number[] = []
    let last = await framesUntil(() => list !== undefined)
    await new Promise<void>((resolve) => {
      const step = (now: number) => {
        took.push(now - last)
        last = now
        if (list) list.scrollTop += STEP_PX
        if (took.length < SCROLLED_FRAMES) requestAnimationFrame(step)
        else resolve()
      }
      requestAnimationFrame(step)
    })
    return took.slice(1).toSorted((a, b) => a - b)[Math.floor(took.length * 0.95)] ?? Number.NaN
  },
  /** The opening with this index, counted from 0, once complete. */
  async opening(index: number): Promise<Opening> {
    await framesUntil(() => openings.length > index)
    return openings[index] as Promise<Opening>
  },
  /** Resolves when Portico is in the page, closed. */
  mounted: () => framesUntil(() => document.querySelector(MODAL) !== null),
  /** Resolves when the list has gone. */
  closed: () => framesUntil(() => walletRow() === null),
  /** Resolves when there is nothing left to do. */
  idle: () => new Promise<void>((resolve) => requestIdleCallback(() => resolve(), { timeout: IDLE_MS })),
}
Object.assign(window, { bench })

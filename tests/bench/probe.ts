/**
 * Runs before anything else on every page of the bench. From each press of the page's button it watches, frame by frame,
 * until the wallet list has been painted and stands still. All times are milliseconds since the navigation began.
 */
export interface Opening {
  readonly hover: number
  /** When the browser saw the click, not when the page got round to it. */
  readonly press: number
  /** The end of the first frame that shows a wallet. */
  readonly painted: number
  /** The end of the first frame from which on nothing moved or faded any more. */
  readonly still: number
}

declare global {
  interface Window {
    readonly bench: typeof bench
  }
}

const MODAL = 'portico-modal'
/** The development wallet of the playground: it is the first row of both lists. */
const WALLET_ROW = '[data-testid="wallet-selector-dev.portico.wallet"]'
/** So long without a change counts as the end of all movement. */
const QUIET_MS = 300
/** A page in which nothing is drawn may not be told for long that it is idle. */
const IDLE_MS = 1_000

const openings: Promise<Opening>[] = []
let hover = 0

const walletRow = (): Element | null =>
  document.querySelector(WALLET_ROW) ?? document.querySelector(MODAL)?.shadowRoot?.querySelector(WALLET_ROW) ?? null

/** A frame is drawn right after its callbacks; a task of the highest priority runs next, before any that waits already. */
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

const bench = {
  /** The opening of that number, counted from 0, when it is over. */
  async opening(index: number): Promise<Opening> {
    await framesUntil(() => openings.length > index)
    return openings[index] as Promise<Opening>
  },
  /** Resolves when Portico is there, closed. */
  mounted: () => framesUntil(() => document.querySelector(MODAL) !== null),
  /** Resolves when the list has gone. */
  closed: () => framesUntil(() => walletRow() === null),
  /** Resolves when there is nothing left to do. */
  idle: () => new Promise<void>((resolve) => requestIdleCallback(() => resolve(), { timeout: IDLE_MS })),
}
Object.assign(window, { bench })

/** Sets the size of every element in CSS pixels, because jsdom has no layout. */
export function setRoom({ width = 360, height = 600 } = {}): void {
  for (const [name, value] of Object.entries({ clientWidth: width, clientHeight: height })) {
    Object.defineProperty(Element.prototype, name, { configurable: true, get: () => value })
  }
}

/** An IntersectionObserver controlled by the test. There is room for everything until `setRoom` changes that. */
export function createFakeObserver({ isV2 = true } = {}) {
  const observers = new Set<FakeObserver>()
  setRoom()

  class FakeObserver {
    readonly trackVisibility?: boolean
    private readonly targets = new Set<Element>()
    constructor(
      private readonly tell: IntersectionObserverCallback,
      options: IntersectionObserverInit & { trackVisibility?: boolean } = {},
    ) {
      if (isV2) this.trackVisibility = options.trackVisibility === true
      observers.add(this)
    }
    observe(target: Element) {
      this.targets.add(target)
    }
    disconnect() {
      observers.delete(this)
    }
    say(entry: { ratio: number; isVisible: boolean }, only?: Element) {
      const targets = [...this.targets].filter((target) => !only || target === only)
      const entries = targets.map((target) => ({
        target,
        isIntersecting: entry.ratio > 0,
        intersectionRatio: entry.ratio,
        ...(isV2 && { isVisible: entry.isVisible }),
      }))
      this.tell(entries as unknown as IntersectionObserverEntry[], this as unknown as IntersectionObserver)
    }
  }

  return {
    Observer: FakeObserver as unknown as typeof IntersectionObserver,
    watching: () => observers.size,
    /** Reports to all observers how much of the screen is visible, and whether anything covers it. */
    see(ratio = 1, isVisible = true) {
      for (const observer of observers) observer.say({ ratio, isVisible })
    },
    /** Reports for one element how much of it is visible. */
    seeOnly(target: Element, ratio: number) {
      for (const observer of observers) observer.say({ ratio, isVisible: true }, target)
    },
  }
}

interface Pointing {
  readonly pointerType?: 'mouse' | 'touch'
  /** Where the frame's corner is on the visitor's screen. */
  readonly frameX?: number
  readonly pointerId?: number
  readonly relatedTarget?: Element | null
}

/** A pointer event as browsers make it; jsdom's own has fewer properties. */
export function point(target: Element, name: string, { frameX = 100, ...rest }: Pointing = {}): void {
  const event = new MouseEvent(name, { bubbles: true, cancelable: true, button: 0 })
  const place = { clientX: 10, clientY: 10, screenX: 10 + frameX, screenY: 110 }
  const whole = { pointerId: 1, isPrimary: true, pointerType: 'touch', ...place, ...rest }
  for (const [key, value] of Object.entries(whole)) Object.defineProperty(event, key, { value })
  target.dispatchEvent(event)
}

export function key(target: Element, name: 'keydown' | 'keyup', text: string, repeat = false): KeyboardEvent {
  const event = new KeyboardEvent(name, { key: text, bubbles: true, cancelable: true, repeat })
  target.dispatchEvent(event)
  return event
}

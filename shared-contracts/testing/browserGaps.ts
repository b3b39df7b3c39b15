/**
 * What browsers have and jsdom has not, as little of it as the modal needs to draw itself. Call it once in a test file
 * that draws; it changes globals of that file only.
 */
export function fillBrowserGaps(): void {
  const page = globalThis as unknown as Record<string, unknown>
  Object.assign(page, {
    ResizeObserver: class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
    // jsdom lays nothing out: no media feature holds.
    matchMedia: (media: string) => ({ media, matches: false, addEventListener() {}, removeEventListener() {} }),
    // A value that a style declaration takes is one that the browser supports.
    CSS: {
      supports(property: string, value: string) {
        const { style } = document.createElement('i')
        style.setProperty(property, value)
        return style.getPropertyValue(property) !== ''
      },
    },
    requestIdleCallback: (run: () => void) => setTimeout(run, 0),
  })
  const sheets = new WeakMap<object, unknown>()
  for (const root of [Document.prototype, ShadowRoot.prototype]) {
    Object.defineProperty(root, 'adoptedStyleSheets', {
      configurable: true,
      get(this: object) {
        return sheets.get(this) ?? []
      },
      set(this: object, adopted: unknown) {
        sheets.set(this, adopted)
      },
    })
  }
  // Theme colours are resolved by drawing one pixel; without a canvas they are left out, as the modal does by itself.
  HTMLCanvasElement.prototype.getContext = (() => null) as never
}

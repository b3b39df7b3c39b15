/**
 * Fills in what the modal needs for drawing and jsdom lacks. Call it once in a test file that renders. It changes only
 * the globals of that file.
 */
export function fillBrowserGaps(): void {
  const page = globalThis as unknown as Record<string, unknown>
  Object.assign(page, {
    ResizeObserver: class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
    // jsdom has no layout, so no media feature matches.
    matchMedia: (media: string) => ({ media, matches: false, addEventListener() {}, removeEventListener() {} }),
    // A value is supported when a style declaration accepts it.
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
  // Theme colors are resolved by drawing a single pixel. Without a canvas, the modal leaves them out.
  HTMLCanvasElement.prototype.getContext = (() => null) as never
}

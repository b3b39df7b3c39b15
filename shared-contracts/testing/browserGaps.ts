/**
 * Fills in what jsdom lacks and the modal needs in order to draw. Call it once in a test file that renders; it changes
 * only that file's globals.
 */
export function fillBrowserGaps(): void {
  const page = globalThis as unknown as Record<string, unknown>
  Object.assign(page, {
    ResizeObserver: class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
    // jsdom has no layout: no media feature matches.
    matchMedia: (media: string) => ({ media, matches: false, addEventListener() {}, removeEventListener() {} }),
    // Supported means that a style declaration accepts the value.
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
  // Theme colors are resolved by drawing one pixel; without a canvas the modal leaves them out.
  HTMLCanvasElement.prototype.getContext = (() => null) as never
}

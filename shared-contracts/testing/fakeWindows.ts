interface FakeWindow {
  closed: boolean
  opener: unknown
  readonly visited: string[]
  readonly features: string | undefined
}

/** Records the windows that the page opens. After `refuse()`, the browser blocks them. */
export function fakeWindows() {
  const opened: FakeWindow[] = []
  let isRefused = false
  const before = window.open
  window.open = ((_url?: string, _target?: string, features?: string) => {
    if (isRefused) return null
    const visited: string[] = []
    const popup = {
      closed: false,
      opener: window as unknown,
      visited,
      features,
      location: { replace: (url: string) => void visited.push(url) },
      close() {
        popup.closed = true
      },
    }
    opened.push(popup)
    return popup
  }) as never
  return {
    opened,
    refuse: (isOn = true) => {
      isRefused = isOn
    },
    restore: () => {
      window.open = before
    },
  }
}

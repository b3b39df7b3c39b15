import { act, type ComponentType, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { Provider } from 'react-redux'
import type { ViewModule } from '../src/index.ts'
import { HostProvider } from '../ui/index.ts'
import { type FakeHost, fakeHost } from './fakeHost.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

const shown = new Set<{ root: Root; container: HTMLElement }>()

/** Removes everything that was rendered; for `afterEach`. */
export async function unmountAll(): Promise<void> {
  for (const one of shown) {
    await act(async () => one.root.unmount())
    one.container.remove()
  }
  shown.clear()
}

const oneLine = (text: string | null) => (text ?? '').replace(/\s+/g, ' ').trim()

/** The accessible name of a control or a picture. */
function nameOf(element: Element): string {
  const label = element.getAttribute('aria-label')
  if (label !== null) return label
  const heard = element.cloneNode(true) as Element
  for (const hidden of heard.querySelectorAll('[aria-hidden="true"]')) hidden.remove()
  return oneLine(heard.textContent)
}

export interface Rendered {
  readonly container: HTMLElement
  /** All readable text, in one line. */
  text(): string
  /** The names of the matching elements, in order. */
  names(selector: string): string[]
  /** The button with this name. @throws Error when there is none, or more than one */
  button(name: string | RegExp): HTMLButtonElement
  /** Presses the button with this name and waits for the effects. */
  press(name: string | RegExp): Promise<void>
  rerender(element: ReactNode): Promise<void>
}

/** Renders an element into the page. Resolves after its first effects. */
export async function render(element: ReactNode): Promise<Rendered> {
  const container = document.createElement('div')
  document.body.append(container)
  const root = createRoot(container)
  shown.add({ root, container })
  const rerender = (next: ReactNode) => act(async () => root.render(next))
  await rerender(element)

  function button(name: string | RegExp): HTMLButtonElement {
    const all = [...container.querySelectorAll('button')]
    const found = all.filter((one) => (typeof name === 'string' ? nameOf(one) === name : name.test(nameOf(one))))
    const [first] = found
    if (first && found.length === 1) return first
    throw new Error(`${found.length} buttons are called ${name}; there are: ${all.map(nameOf).join(' | ')}`)
  }

  return {
    container,
    text: () => oneLine(container.textContent),
    names: (selector) => [...container.querySelectorAll(selector)].map(nameOf),
    button,
    press: (name) => act(async () => button(name).click()),
    rerender,
  }
}

/** Wraps an element in the context that it has in the modal, with the state and the commands of `host`. */
export const inHost = ({ store, context }: FakeHost, element: ReactNode): ReactNode => (
  <Provider store={store}>
    <HostProvider value={context}>{element}</HostProvider>
  </Provider>
)

interface RenderViewOptions {
  readonly host?: FakeHost
  readonly params?: unknown
  readonly signal?: AbortSignal
}

export interface RenderedView extends Rendered {
  readonly host: FakeHost
}

/**
 * Shows a view of a remote in a fake host: `const view = await renderView(WalletReceive, { host: fakeHost({ remote })
 * })`. The view is rendered without a shadow root and without styles.
 */
export async function renderView(
  view: ViewModule['default'],
  { host = fakeHost(), params, signal = new AbortController().signal }: RenderViewOptions = {},
): Promise<RenderedView> {
  const View = view as ComponentType<{ params: unknown; signal: AbortSignal }>
  const rendered = await render(inHost(host, <View params={params} signal={signal} />))
  return { ...rendered, host }
}

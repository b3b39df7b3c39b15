import type { ChainNamespace } from '@portico/contracts'
import { DEFAULT_LABELS, type Labels } from './labels.ts'
import { attachedTo, type ElementsModal, onAttached } from './modal.ts'
import { styleSheet } from './styleSheet.ts'

/** Servers have no `HTMLElement`; the stand-in is never instantiated. */
const Base = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement

/** What a button shows and opens. */
export interface Face {
  readonly testId: string
  readonly text: string
  /** The view that a press opens. */
  readonly view: 'Connect' | 'Account' | 'Networks'
  readonly kind: 'primary' | 'quiet'
  readonly isBusy?: boolean
  readonly picture?: string | undefined
  /** 0 to 359: the color of an account without a picture. */
  readonly hue?: number
  /** Shown before the text. */
  readonly lead?: string | undefined
  /** Set for a button limited to one family. */
  readonly namespace?: ChainNamespace | undefined
}

/** A button, in an open shadow root, that follows its modal's state. Subclasses decide what the button shows. */
export abstract class PorticoElement extends Base {
  static readonly observedAttributes = [
    'balance',
    'charsend',
    'charsstart',
    'data-portico-key',
    'disabled',
    'label',
    'loadinglabel',
    'namespace',
    'size',
  ]

  #unwait: (() => void) | undefined
  #undo: (() => void)[] = []
  #button: HTMLButtonElement | undefined

  /** The current content. */
  protected abstract face(modal: ElementsModal | undefined, labels: Labels): Face

  /** Called when the modal changes; fetches missing data. */
  protected changed(_modal: ElementsModal): void {}

  protected get namespace(): ChainNamespace | undefined {
    return (this.getAttribute('namespace') as ChainNamespace | null) || undefined
  }

  connectedCallback(): void {
    this.#unwait = onAttached(() => this.#follow())
    this.#follow()
  }

  disconnectedCallback(): void {
    this.#unwait?.()
    this.#leave()
  }

  attributeChangedCallback(name: string): void {
    if (!this.isConnected) return
    if (name === 'data-portico-key') this.#follow()
    else this.render()
  }

  /** Redraws the button. */
  protected render(): void {
    const { modal, labels } = this.#attached
    const face = this.face(modal, { ...DEFAULT_LABELS, ...labels })
    const button = this.#drawn()
    button.disabled = this.hasAttribute('disabled') || Boolean(face.isBusy)
    button.className = face.kind
    button.dataset.theme = modal?.getThemeMode() ?? 'dark'
    button.dataset.testid = face.testId
    button.setAttribute('aria-busy', String(Boolean(face.isBusy)))
    // The loader opens the modal for this attribute, and preloads it on hover.
    const isOurs = face.namespace !== undefined || modal?.isOpen()
    if (isOurs) delete button.dataset.portico
    else button.dataset.portico = face.view
    if (this.dataset.porticoKey === undefined) delete button.dataset.porticoKey
    else button.dataset.porticoKey = this.dataset.porticoKey
    // Lets the loader see the button from outside the shadow root, for `prefetch: 'visible'`.
    this.toggleAttribute('data-portico-in', !isOurs)
    button.onclick = () => {
      if (!isOurs || !modal) return
      const done = modal.isOpen()
        ? modal.close()
        : modal.open({ view: face.view, ...(face.namespace && { namespace: face.namespace }) })
      // The modal shows the error.
      done.catch(() => {})
    }
    button.replaceChildren(...partsOf(face))
  }

  get #attached() {
    return attachedTo(this.dataset.porticoKey ?? '') ?? { modal: undefined, labels: {} }
  }

  #follow(): void {
    this.#leave()
    const { modal } = this.#attached
    const look = () => {
      if (modal) this.changed(modal)
      this.render()
    }
    if (modal) {
      this.#undo = [
        modal.subscribeState(look),
        modal.subscribeAccount(look),
        modal.subscribeNetwork(look),
        modal.subscribeTheme(look),
      ]
    }
    look()
  }

  #leave(): void {
    for (const undo of this.#undo.splice(0)) undo()
  }

  #drawn(): HTMLButtonElement {
    if (this.#button) return this.#button
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open', delegatesFocus: true })
    root.adoptedStyleSheets = [styleSheet()]
    const button = document.createElement('button')
    button.type = 'button'
    button.setAttribute('part', 'button')
    root.append(button)
    this.#button = button
    return button
  }
}

function partsOf({ lead, picture, hue, text }: Face): Node[] {
  const part = (tag: 'span' | 'img' | 'bdi', name: string, content = '') => {
    const element = document.createElement(tag)
    element.setAttribute('part', name)
    element.textContent = content
    return element
  }
  const parts: Node[] = []
  if (lead) parts.push(part('span', 'balance', lead))
  if (picture !== undefined) {
    const image = part('img', 'avatar') as HTMLImageElement
    image.alt = ''
    image.src = picture
    parts.push(image)
  } else if (hue !== undefined) {
    const dot = part('span', 'avatar')
    dot.style.setProperty('--hue', String(hue))
    parts.push(dot)
  }
  parts.push(part('bdi', 'text', text))
  return parts
}

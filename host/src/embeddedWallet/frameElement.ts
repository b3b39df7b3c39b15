import { FRAME_PATH, frameParameters } from '@portico/contracts/embeddedWallet/frameUrl'

const ID = 'w3m-iframe'

/** rules.md §7: the address of the frame. `origin` is that of the secure site. */
export function frameAddress(origin: string, parameters: Parameters<typeof frameParameters>[0]): string {
  const address = new URL(FRAME_PATH, origin)
  for (const [name, value] of frameParameters(parameters)) address.searchParams.set(name, value)
  return address.href
}

export interface FrameElement {
  /** To be placed and shown by whoever has something to approve. It is hidden until then. */
  readonly element: HTMLIFrameElement
  /** Undefined while the frame is not in the document. */
  window(): Window | undefined
  /** Puts the frame into the document, where it begins to load; one that is there already begins anew. */
  attach(): void
  detach(): void
}

/**
 * The frame in the page, outside of our shadow root: moved there it would load anew. Names and styles are those of the
 * protocol (secure-frame.md §2.1), as the document's key frames go by them. Nothing happens until it is attached.
 * @param title for whoever cannot see it
 */
export function createFrameElement(address: string, title: string): FrameElement {
  const element = document.createElement('iframe')
  element.name = 'w3m-secure-iframe'
  // By this a second modal of the page knows that the focus may stay in it (frame/useFocus.ts).
  element.className = 'portico-modal'
  element.title = title
  element.allow = 'publickey-credentials-get'
  Object.assign(element.style, {
    position: 'fixed',
    zIndex: '999999',
    display: 'none',
    border: 'none',
    animationDelay: '0s, 50ms',
  })
  element.src = address

  const detach = () => element.remove()
  return {
    element,
    window: () => element.contentWindow ?? undefined,
    attach() {
      detach()
      // Two windows of ours, or another wallet with the same protocol: the first one has the id.
      element.id = document.getElementById(ID) ? '' : ID
      document.body.append(element)
    },
    detach,
  }
}

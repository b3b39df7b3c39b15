import { FRAME_PATH, frameParameters } from '@portico/contracts/embeddedWallet/frameUrl'

const ID = 'w3m-iframe'

/** The frame's URL (rules.md §7). `origin` is the secure site's. */
export function frameAddress(origin: string, parameters: Parameters<typeof frameParameters>[0]): string {
  const address = new URL(FRAME_PATH, origin)
  for (const [name, value] of frameParameters(parameters)) address.searchParams.set(name, value)
  return address.href
}

/**
 * The frame in the page. It is outside our shadow root, because moving it into the shadow root would reload it. Names
 * and styles are those of the protocol (secure-frame.md §2.1), because the document's keyframes refer to them. Does
 * nothing until attached.
 * @param title the accessible name
 */
export function createFrameElement(address: string, title: string) {
  const element = document.createElement('iframe')
  element.name = 'w3m-secure-iframe'
  // This class tells a second modal of the page that the focus may stay here (frame/useFocus.ts).
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
    /** Placed and shown by the code that has something to approve; hidden until then. */
    element,
    /** Undefined while the frame is not in the document. */
    window: () => element.contentWindow ?? undefined,
    /** Puts the frame into the document, where it begins to load; an attached frame restarts. */
    attach() {
      detach()
      // If there is a second modal, or another wallet with the same protocol, the frame that came first has the id.
      element.id = document.getElementById(ID) ? '' : ID
      document.body.append(element)
    },
    detach,
  }
}

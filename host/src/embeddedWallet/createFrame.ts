import { createFrameBridge } from './frameBridge.ts'
import { createFrameElement, frameAddress } from './frameElement.ts'
import { createFrameLoad, type FrameLoad, type FrameLoadSetup } from './frameLoad.ts'

export interface Frame extends FrameLoad {
  readonly element: HTMLIFrameElement
}

export interface FrameSetup extends Pick<FrameLoadSetup, 'isPageAllowed' | 'dappData' | 'alert'> {
  /**
   * Resolves where the frame may be given what the visitor says.
   * @throws ModalError as a rejection: `frame.unverified`; anything else means that the address cannot be reached
   */
  verify(url: string): Promise<void>
  /** Where the secure site is: a URL, of which the origin counts. */
  readonly secureSite: string
  readonly parameters: Parameters<typeof frameAddress>[1]
  /** What the frame is called by those who cannot see it. */
  readonly title: string
}

/** The embedded wallet's frame and the way to talk to it. It is in the document from the first request on. */
export function createFrame({ secureSite, parameters, title, alert, verify, ...more }: FrameSetup): Frame {
  const { origin } = new URL(secureSite)
  const url = frameAddress(origin, parameters)
  const { element, window: frameWindow, attach, detach } = createFrameElement(url, title)
  const bridge = createFrameBridge({ origin, frameWindow, alert })
  const watchError = (onError: () => void) => {
    element.addEventListener('error', onError)
    return () => element.removeEventListener('error', onError)
  }
  return {
    element,
    ...createFrameLoad({ bridge, verify: () => verify(url), attach, detach, watchError, alert, ...more }),
  }
}

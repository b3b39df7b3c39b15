import { createFrameBridge } from './frameBridge.ts'
import { createFrameElement, frameAddress } from './frameElement.ts'
import { createFrameLoad, type FrameLoad, type FrameLoadSetup } from './frameLoad.ts'

export interface Frame extends FrameLoad {
  readonly element: HTMLIFrameElement
}

export interface FrameSetup extends Pick<FrameLoadSetup, 'isPageAllowed' | 'dappData' | 'alert'> {
  /**
   * Resolves if the frame can be trusted with the visitor's input.
   * @throws ModalError as a rejection: `frame.unverified`; any other error means that the address cannot be reached
   */
  verify(url: string): Promise<void>
  /** The secure site's URL; only its origin is used. */
  readonly secureSite: string
  readonly parameters: Parameters<typeof frameAddress>[1]
  /** The accessible name of the frame. */
  readonly title: string
}

/** The embedded wallet's frame and the channel to it. The frame is in the document from the first request on. */
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

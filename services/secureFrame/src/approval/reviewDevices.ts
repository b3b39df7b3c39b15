import type { NewDevices } from '../keys/newDevices.ts'
import type { RpcParts } from '../rpc/rpcParts.ts'
import { showNewDevice } from './showNewDevice.ts'

interface Reviewing extends Pick<RpcParts, 'window' | 'root' | 'onWindow' | 'isReal'> {
  readonly devices: NewDevices
}

/**
 * Shows each device that asks to open the wallet, and sends the decision to the store. Leaving decides nothing more.
 * @throws Refused `rejected` when the visitor leaves, `keyUnavailable`
 */
export async function reviewDevices({ devices, window, root, onWindow, isReal }: Reviewing, dropped: AbortSignal) {
  for (const device of await devices.list()) {
    const stage = {
      window,
      document: window.document,
      Observer: window.IntersectionObserver,
      root: root ?? window.document.body,
      language: window.navigator.language,
      onWindow,
      isReal,
    }
    const { decided, close } = showNewDevice(device, stage, dropped)
    try {
      await devices.decide({ key: device.key, meant: await decided })
    } finally {
      close()
    }
  }
}

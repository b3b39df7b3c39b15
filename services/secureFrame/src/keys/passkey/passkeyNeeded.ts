import { DeviceUnconfirmed } from '../../parts.ts'

/**
 * This device has no matching share, but a passkey of this wallet seals one. Without asking for it, the mailed link is
 * the way.
 */
export class PasskeyNeeded extends DeviceUnconfirmed {
  constructor() {
    super()
    this.name = 'PasskeyNeeded'
  }
}

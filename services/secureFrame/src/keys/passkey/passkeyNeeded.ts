import { DeviceUnconfirmed } from '../../interfaces.ts'

/** This device has no matching share, but a passkey of this wallet seals one. The only other way is the mailed link. */
export class PasskeyNeeded extends DeviceUnconfirmed {
  constructor() {
    super()
    this.name = 'PasskeyNeeded'
  }
}

import { readSettings } from '../boot/readSettings.ts'
import { showDevice } from './device.ts'

showDevice({ window, settings: readSettings(document) })

import { readSettings } from '../boot/readSettings.ts'
import { showBack } from './back.ts'

void showBack({ window, settings: await readSettings() })

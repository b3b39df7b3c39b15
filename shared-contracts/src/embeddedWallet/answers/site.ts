import { Nothing } from '../bounds.ts'

export const siteAnswers = {
  SYNC_THEME: Nothing,
  SYNC_DAPP_DATA: Nothing,
}

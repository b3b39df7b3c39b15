import { join } from 'node:path'
import { isRemoteThere } from '../../scripts/remotes.mjs'
import { ACCOUNT_SCENES } from './accountScenes.ts'
import { ACTIVITY_NOT_APPLICABLE, ACTIVITY_SCENES } from './activityScenes.ts'
import { ASKED_NOT_APPLICABLE, ASKED_SCENES } from './askedScenes.ts'
import { CAPTURE_NOT_APPLICABLE, CAPTURE_SCENES } from './captureScenes.ts'
import { CONNECT_NOT_APPLICABLE, CONNECT_SCENES } from './connectScenes.ts'
import { DEVELOPER_NOT_APPLICABLE, DEVELOPER_SCENES } from './developerScenes.ts'
import { DIRECTORY_NOT_APPLICABLE, DIRECTORY_SCENES } from './directoryScenes.ts'
import { EMAIL_NOT_APPLICABLE, EMAIL_SCENES } from './emailScenes.ts'
import { NETWORK_NOT_APPLICABLE, NETWORK_SCENES } from './networkScenes.ts'
import { NFT_NOT_APPLICABLE, NFT_SCENES } from './nftScenes.ts'
import { ONRAMP_NOT_APPLICABLE, ONRAMP_SCENES } from './onrampScenes.ts'
import { PAIRING_NOT_APPLICABLE, PAIRING_SCENES } from './pairingScenes.ts'
import { PAY_NOT_APPLICABLE, PAY_SCENES } from './payScenes.ts'
import { PROFILE_NOT_APPLICABLE, PROFILE_SCENES } from './profileScenes.ts'
import { RECEIVE_NOT_APPLICABLE, RECEIVE_SCENES } from './receiveScenes.ts'
import type { Reasons, Scene } from './scene.ts'
import { SEND_NOT_APPLICABLE, SEND_SCENES } from './sendScenes.ts'
import { SIGN_IN_NOT_APPLICABLE, SIGN_IN_SCENES } from './signInScenes.ts'
import { SOCIAL_NOT_APPLICABLE, SOCIAL_SCENES } from './socialScenes.ts'
import { SWAP_NOT_APPLICABLE, SWAP_SCENES } from './swapScenes.ts'
import { WALLET_NOT_APPLICABLE, WALLET_SCENES } from './walletScenes.ts'

/** Scenes of every view, including those of deleted remotes. */
export const ALL_SCENES: readonly Scene[] = [
  ...ACCOUNT_SCENES,
  ...ACTIVITY_SCENES,
  ...ASKED_SCENES,
  ...CAPTURE_SCENES,
  ...CONNECT_SCENES,
  ...DEVELOPER_SCENES,
  ...DIRECTORY_SCENES,
  ...EMAIL_SCENES,
  ...NETWORK_SCENES,
  ...NFT_SCENES,
  ...ONRAMP_SCENES,
  ...PAIRING_SCENES,
  ...PAY_SCENES,
  ...PROFILE_SCENES,
  ...RECEIVE_SCENES,
  ...SEND_SCENES,
  ...SIGN_IN_SCENES,
  ...SOCIAL_SCENES,
  ...SWAP_SCENES,
  ...WALLET_SCENES,
]

const ROOT = join(import.meta.dirname, '../..')

/** Scenes that are reachable with the remaining remotes. */
export const areThere = (scenes: readonly Scene[]): readonly Scene[] =>
  scenes.filter(({ needs = [] }) => needs.every((id) => isRemoteThere(ROOT, id)))

export const SCENES = areThere(ALL_SCENES)

/** States that a view cannot have, with the reason. A new view needs scenes or a reason. */
export const NOT_APPLICABLE: Reasons = {
  ...ACTIVITY_NOT_APPLICABLE,
  ...ASKED_NOT_APPLICABLE,
  ...CAPTURE_NOT_APPLICABLE,
  ...CONNECT_NOT_APPLICABLE,
  ...DEVELOPER_NOT_APPLICABLE,
  ...DIRECTORY_NOT_APPLICABLE,
  ...EMAIL_NOT_APPLICABLE,
  ...NETWORK_NOT_APPLICABLE,
  ...NFT_NOT_APPLICABLE,
  ...ONRAMP_NOT_APPLICABLE,
  ...PAIRING_NOT_APPLICABLE,
  ...PAY_NOT_APPLICABLE,
  ...PROFILE_NOT_APPLICABLE,
  ...RECEIVE_NOT_APPLICABLE,
  ...SEND_NOT_APPLICABLE,
  ...SIGN_IN_NOT_APPLICABLE,
  ...SOCIAL_NOT_APPLICABLE,
  ...SWAP_NOT_APPLICABLE,
  ...WALLET_NOT_APPLICABLE,
}

/** The chunk of account settings, loaded on the way there. */
export { AccountSettings } from './AccountSettings.tsx'
export { ChooseAccountName } from './ChooseAccountName.tsx'
export { RegisterAccountName } from './RegisterAccountName.tsx'
export { RegisterAccountNameSuccess } from './RegisterAccountNameSuccess.tsx'
export { SmartAccountSettings } from './SmartAccountSettings.tsx'

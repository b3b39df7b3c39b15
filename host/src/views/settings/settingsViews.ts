/** The chunk of account settings, loaded when the visitor is about to open them. */
export { AccountSettings } from './AccountSettings.tsx'
export { ChooseAccountName } from './ChooseAccountName.tsx'
export { RegisterAccountName } from './RegisterAccountName.tsx'
export { RegisterAccountNameSuccess } from './RegisterAccountNameSuccess.tsx'
export { SmartAccountSettings } from './SmartAccountSettings.tsx'

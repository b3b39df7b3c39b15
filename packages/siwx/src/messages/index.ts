export { createMessenger, type MessengerOptions, type SIWXMessenger } from './createMessenger.ts'
export { formatMessage } from './formatMessage.ts'
export { parseMessage } from './parseMessage.ts'
export { randomNonce } from './randomNonce.ts'

/** The sign-in chunk: fetched if the site signs its visitors in. */
export { fromSiweConfig } from '@portico/siwx/siwe'
export { createEmailCapture } from './emailCapture.ts'
export { installSiwx } from './installSiwx.ts'

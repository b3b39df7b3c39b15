/** The chunk of signing in: fetched where a site signs its visitors in. */
export { fromSiweConfig } from '@portico/siwx/siwe'
export { createEmailCapture } from './emailCapture.ts'
export { installSiwx } from './installSiwx.ts'

/** The chunk for signing in, fetched if the site signs its visitors in. */
export { fromSiweConfig } from '@portico/siwx/siwe'
export { createEmailCapture } from './emailCapture.ts'
export { installSiwx } from './installSiwx.ts'

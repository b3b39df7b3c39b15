import { showApprove } from './approve.ts'

showApprove({ window })

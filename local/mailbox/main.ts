import { runProcess } from '@portico/services/runProcess'
import { startMailbox } from './startMailbox.ts'

await runProcess('The mailbox', async () => {
  const { MAILBOX_SMTP_PORT: smtpPort, MAILBOX_PORT: port } = process.env
  return startMailbox({ smtpPort: Number(smtpPort ?? 0), port: Number(port ?? 0) })
})

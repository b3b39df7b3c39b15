import { randomUUID } from 'node:crypto'
import type { SessionAccount, WalletInfo } from '@portico/contracts/services/cloudAuth'
import type { Account } from './account.ts'
import { ICON_MAX_CHARACTERS } from './limits.ts'
import type { AuthDatabase } from './schema.ts'

type Facts = Record<string, unknown>

/** The visitor's connection method in its stored form, without inlined pictures. */
function methodOf(walletInfo: WalletInfo | undefined): string | null {
  if (!walletInfo) return null
  const { icon, ...rest }: WalletInfo & { icon?: string | undefined } = walletInfo
  return JSON.stringify({ ...rest, ...(icon !== undefined && icon.length <= ICON_MAX_CHARACTERS && { icon }) })
}

/** Records a sign-in. The metadata that the site has stored for the account is kept. */
export async function rememberAccount(
  db: AuthDatabase,
  projectId: string,
  account: Account,
  walletInfo: WalletInfo | undefined,
  now: Date,
): Promise<string> {
  const method = methodOf(walletInfo)
  const { id } = await db
    .insertInto('auth_accounts')
    .values({
      id: randomUUID(),
      project_id: projectId,
      profile_id: account.profileId,
      caip2_chain: account.caipNetworkId,
      address: account.address,
      address_key: account.addressKey,
      connection_method: method,
      metadata: '{}',
      created_at: now,
      last_signed_in_at: now,
      updated_at: now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['project_id', 'caip2_chain', 'address_key'])
        .doUpdateSet({ last_signed_in_at: now, ...(method !== null && { connection_method: method }) }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** services.md §10: the `appKitAccount` in the response of `me`. */
export async function readAccount(
  db: AuthDatabase,
  accountId: string,
): Promise<NonNullable<SessionAccount['appKitAccount']>> {
  const row = await db
    .selectFrom('auth_accounts')
    .selectAll()
    .where('id', '=', accountId)
    .select(({ selectFrom }) =>
      selectFrom('auth_accounts as of_profile')
        .whereRef('of_profile.profile_id', '=', 'auth_accounts.profile_id')
        .orderBy('of_profile.created_at')
        .orderBy('of_profile.id')
        .limit(1)
        .select('of_profile.id')
        .as('main_id'),
    )
    .executeTakeFirstOrThrow()
  return {
    uuid: row.id,
    caip2_chain: row.caip2_chain,
    address: row.address,
    profile_uuid: row.profile_id,
    created_at: row.created_at.toISOString(),
    is_main_account: row.main_id === row.id,
    verification_status: null,
    connection_method: row.connection_method === null ? null : (JSON.parse(row.connection_method) as Facts),
    metadata: JSON.parse(row.metadata) as Facts,
    last_signed_in_at: row.last_signed_in_at.toISOString(),
    signed_up_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}

/** @param metadata a JSON object */
export const changeMetadata = (db: AuthDatabase, accountId: string, metadata: string, now: Date) =>
  db.updateTable('auth_accounts').set({ metadata, updated_at: now }).where('id', '=', accountId).execute()

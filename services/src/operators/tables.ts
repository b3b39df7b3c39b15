import type { ActionSignature } from '@portico/contracts/services/admin'
import type { Decision, Role } from '@portico/contracts/services/operators'
import type { ColumnType, Generated } from 'kysely'

/** The tables of operators; `migration.ts` creates them. What lets someone in is stored as a hash. */
export interface OperatorTables {
  operators: {
    id: string
    /** Unique among operators. */
    name: string
    created_at: Date
  }
  operator_grants: {
    operator_id: string
    /** `null` for all projects. */
    project_id: string | null
    role: Role
  }
  operator_passkeys: {
    credential_id: string
    operator_id: string
    /** In COSE format, base64url. */
    public_key: string
    /** The authenticator's counter of signatures; many authenticators always say 0. */
    counter: ColumnType<string | number, number, number>
    created_at: Date
  }
  operator_wallets: {
    /** CAIP-10, in lower case for EVM. */
    account: string
    operator_id: string
    created_at: Date
  }
  operator_invitations: {
    secret_hash: string
    name: string
    grants: ColumnType<{ projectId: string | null; role: Role }[], string, never>
    created_by: string
    expires_at: Date
  }
  operator_challenges: {
    challenge: string
    expires_at: Date
  }
  operator_sessions: {
    token_hash: string
    operator_id: string
    method: 'passkey' | 'wallet'
    created_at: Date
    expires_at: Date
  }
  operator_actions: {
    id: string
    /** `null` for a decision about the operators themselves. */
    project_id: string | null
    operator_id: string
    decision: ColumnType<Decision, string, never>
    is_forced: boolean
    reason: string | null
    /** What the operator signs. */
    text: string
    state: Generated<'prepared' | 'pending' | 'over'>
    signature: ColumnType<ActionSignature | null, string | null | undefined, string>
    created_at: Date
    expires_at: Date
  }
}

/** What a session may spend without asking. */
export type SessionPermission =
  /** `token`: checksummed; `null` for the native currency. `limit` in base units; `null` without one. */
  | { readonly _tag: "Spend"; readonly token: string | null; readonly limit: bigint | null }
  /** `type`: stripped. What it allows is not known. */
  | { readonly _tag: "Unknown"; readonly type: string; readonly data: string }

/** A session as its service stores it. Nothing here is checked. */
export interface StoredSession {
  /** What the wallet named it by. Source: ERC-7715. */
  readonly context: string
  /** Unix seconds. */
  readonly expiry: number
  readonly permissions: readonly unknown[]
}

/** A permission, and how much of its limit the account's contract still allows. */
export type SessionAllowance =
  /** `left`: base units; `null` if the contract does not say. */
  | (Extract<SessionPermission, { readonly _tag: "Spend" }> & { readonly left: bigint | null })
  | Extract<SessionPermission, { readonly _tag: "Unknown" }>

/** A session as the account's contract has it; what that does not say is the service's word. */
export interface ChainSession {
  /** Checksummed address of the key that spends; `null` if it is not known. */
  readonly key: string | null
  /** Unix seconds; `null`: it never expires. */
  readonly expiry: number | null
  /** What the contract says; `unknown` for a contract that keeps its sessions in another way, or is not deployed yet. */
  readonly status: "active" | "ended" | "unknown"
  readonly allowances: readonly SessionAllowance[]
}

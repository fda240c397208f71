/** What may be taken later, without asking again. Of one asset, by one spender. */
export interface Allowance {
  /** Base units; `all` for any amount, now and later; `item` for one collectible. */
  readonly units: bigint | "all" | "item"
  /**
   * `account`: no code of its own runs there, so the holder of its key may take it. `own`: an account of the same wallet,
   * or no address. `unknown`: no node said.
   */
  readonly spender: "account" | "contract" | "own" | "unknown"
  /** What the account has of it, in base units; `null` if no node said. */
  readonly held: bigint | null
  /** All there is of it, in base units; `null` if no node said. */
  readonly supply: bigint | null
  /** When it ends by itself, in UTC milliseconds; `null` if it stays until it is revoked. It takes no act away. */
  readonly until: number | null
}

/** A wallet of the directory, of the host, or a recent one, installed or not. All fields are safe to show. */
export interface WalletEntry {
  /** The directory's id, or the host's own. */
  readonly id: string
  /** Control and bidi characters stripped, at most 64 characters, not empty. */
  readonly name: string
  readonly icon: string | null
  readonly rdns: string | null
  readonly certified: boolean
  /**
   * The directory's links to open the app, converted by `toWalletLink` and never opened unchanged. `null` without
   * one.
   */
  readonly links: {
    readonly mobile: string | null
    readonly desktop: string | null
    readonly webapp: string | null
  }
  /** The links to install it, `https:` only. */
  readonly stores: {
    readonly appStore: string | null
    readonly playStore: string | null
    readonly chromeStore: string | null
    readonly homepage: string | null
  }
}

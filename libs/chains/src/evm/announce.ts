/** How a wallet introduces itself. Source: EIP-6963. */
export interface Eip6963ProviderInfo {
  /** One for each page load. */
  readonly uuid: string
  readonly name: string
  /** A `data:` image. */
  readonly icon: string
  /** Reverse domain name, such as `com.example.wallet`. */
  readonly rdns: string
}

/**
 * Announces a wallet to the page, now and whenever the page asks. It brings no other code,
 * so that a content script stays small.
 * @param target the page's window
 * @returns what ends it
 */
export const announce = (target: EventTarget, provider: unknown, info: Eip6963ProviderInfo): (() => void) => {
  const detail = Object.freeze({ info: Object.freeze({ ...info }), provider })
  const tell = () => {
    target.dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail }))
  }
  target.addEventListener("eip6963:requestProvider", tell)
  tell()
  return () => target.removeEventListener("eip6963:requestProvider", tell)
}

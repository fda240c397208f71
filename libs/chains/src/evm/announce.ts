/** The metadata that a wallet announces. Source: EIP-6963. */
export interface Eip6963ProviderInfo {
  /** Unique per page load. */
  readonly uuid: string
  readonly name: string
  /** A `data:` image. */
  readonly icon: string
  /** Reverse domain name, such as `com.example.wallet`. */
  readonly rdns: string
}

/**
 * Announces a wallet to the web page, immediately and on each request of the page. It imports no other code,
 * so that a content script stays small.
 * @param target the page's window
 * @returns a function that stops the announcements
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

/** A descriptor of this package. */
export interface BundledDescriptor extends DescriptorFile {
  /** Formats, by their keys, that describe what they hand away but do not judge it. */
  readonly describesOnly?: RegExp
}

/** An ERC-7730 descriptor as a registry stores it. Source: ERC-7730 v2. */
export interface DescriptorFile {
  /**
   * Its path in the registry, such as `registry/tether/usdt.json`: `includes` of other descriptors are relative to it.
   */
  readonly url: string
  /** The parsed JSON. An invalid descriptor is left out. */
  readonly descriptor: unknown
}

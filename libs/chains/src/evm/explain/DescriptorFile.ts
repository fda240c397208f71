/** An ERC-7730 descriptor as it lies in a registry. Source: ERC-7730 v2. */
export interface DescriptorFile {
  /** Where it lies, such as `registry/tether/usdt.json`: `includes` of others are relative to it. */
  readonly url: string
  /** Its JSON, parsed. One that does not hold is left out. */
  readonly descriptor: unknown
}

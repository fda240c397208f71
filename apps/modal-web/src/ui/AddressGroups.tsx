export interface AddressGroupsProps {
  /** Plain and checksummed. */
  readonly address: string
  /** Indices of the groups that differ from a similar address. */
  readonly differing?: ReadonlySet<number>
  /** The index of the group that the user must type. */
  readonly asked?: number
}

/** Splits an address into groups of four, which are easy to compare. */
export const toAddressGroups = (address: string): readonly string[] => address.match(/.{1,4}/g) ?? []

/** A whole address in groups of four, for comparing a recipient. Copied, it has no gaps. */
export const AddressGroups = ({ address, differing, asked }: AddressGroupsProps) => (
  <bdi dir="ltr" className="address-groups">
    {toAddressGroups(address).map((four, index) =>
      index === asked || differing?.has(index) ? (
        <mark key={index} data-asked={index === asked}>
          {four}
        </mark>
      ) : (
        <span key={index}>{four}</span>
      ),
    )}
  </bdi>
)

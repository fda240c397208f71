export interface AddressGroupsProps {
  /** Plain, checksummed. */
  readonly address: string
  /** Places of the groups that differ from an address that it could be taken for. */
  readonly differing?: ReadonlySet<number>
  /** The place of the group that a person is asked for. */
  readonly asked?: number
}

/** In groups of four: as many characters as the eye holds. */
export const toAddressGroups = (address: string): readonly string[] => address.match(/.{1,4}/g) ?? []

/** A whole address, in groups of four, for a person who checks whom they pay. Copied, it has no gaps. */
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

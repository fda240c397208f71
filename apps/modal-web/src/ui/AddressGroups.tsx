export interface AddressGroupsProps {
  /** Plain, checksummed. */
  readonly address: string
}

/** As many characters as the eye holds. */
const group = /.{1,4}/g

/** A whole address, in groups of four, for a person who checks whom they pay. Copied, it has no gaps. */
export const AddressGroups = ({ address }: AddressGroupsProps) => (
  <bdi dir="ltr" className="address-groups">
    {address.match(group)?.map((four, index) => (
      <span key={index}>{four}</span>
    ))}
  </bdi>
)

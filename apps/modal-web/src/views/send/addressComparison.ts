import { isCaseInsensitiveAddress, toAddressKey } from "@wmodal/protocol"
import { toAddressGroups } from "../../ui/AddressGroups.tsx"

/** Returns the indices of the groups in which two addresses differ. Capitals count only in case-sensitive addresses. */
export const getDifferingGroups = (address: string, other: string): ReadonlySet<number> => {
  const others = toAddressGroups(toAddressKey(other))
  return new Set(
    toAddressGroups(toAddressKey(address)).flatMap((four, index) => (four === others[index] ? [] : [index])),
  )
}

/**
 * Returns the group of an address that the user types to prove a check: the first whole group that differs from the
 * known address, else the middle. Attackers imitate the ends.
 */
export const getAskedGroup = (address: string, known: string | null): number => {
  const groups = toAddressGroups(address)
  const middle = Math.floor(groups.length / 2)
  if (known === null) return middle
  const differing = [...getDifferingGroups(address, known)]
  return differing.find((index) => index > 0 && index < groups.length - 1) ?? differing[0] ?? middle
}

/** Returns true when the characters match the group, including case in case-sensitive addresses. */
export const isAnswer = (address: string, group: number, typed: string): boolean => {
  const said = isCaseInsensitiveAddress(address) ? typed.trim().toLowerCase() : typed.trim()
  return said !== "" && toAddressGroups(toAddressKey(address))[group] === said
}

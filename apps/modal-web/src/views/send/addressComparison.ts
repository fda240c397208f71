import { isCaseInsensitiveAddress, toAddressKey } from "@wmodal/protocol"
import { toAddressGroups } from "../../ui/AddressGroups.tsx"

/** The groups in which two addresses differ, by their place. Capital letters are a difference only where they say something. */
export const getDifferingGroups = (address: string, other: string): ReadonlySet<number> => {
  const others = toAddressGroups(toAddressKey(other))
  return new Set(
    toAddressGroups(toAddressKey(address)).flatMap((four, index) => (four === others[index] ? [] : [index])),
  )
}

/**
 * The group of an address that a person types to show that they have looked: where it first differs as a whole from
 * the one they know, else its middle. The ends are what an impostor gets right.
 */
export const getAskedGroup = (address: string, known: string | null): number => {
  const groups = toAddressGroups(address)
  const middle = Math.floor(groups.length / 2)
  if (known === null) return middle
  const differing = [...getDifferingGroups(address, known)]
  return differing.find((index) => index > 0 && index < groups.length - 1) ?? differing[0] ?? middle
}

/** Whether these are the characters asked for: with their capitals, where those say something. */
export const isAnswer = (address: string, group: number, typed: string): boolean => {
  const said = isCaseInsensitiveAddress(address) ? typed.trim().toLowerCase() : typed.trim()
  return said !== "" && toAddressGroups(toAddressKey(address))[group] === said
}

import {
  type AbiValue,
  getAddressText,
  getItems,
  getMember,
  getMembers,
  toNumber,
} from "../explain/data/AbiValue.ts"

/** Reads members of a message by name: the value that a wallet signs. */
export interface MessageReader {
  readonly address: (name: string) => string
  readonly number: (name: string) => bigint
  /** The structures of a list, or one structure. */
  readonly list: (name: string) => readonly MessageReader[]
}

export const readMessage = (message: AbiValue): MessageReader => {
  const read = <A>(name: string, decode: (value: AbiValue) => A | null): A | null => {
    const value = getMember(message, name)
    return value === undefined ? null : decode(value)
  }
  return {
    address: (name) => read(name, getAddressText) ?? "",
    number: (name) => read(name, toNumber) ?? 0n,
    list: (name) =>
      (read(name, (value) => getItems(value) ?? [value]) ?? []).filter(isStruct).map(readMessage),
  }
}

const isStruct = (value: AbiValue) => getMembers(value) !== null

const psbtMagicHex = "70736274ff"

/**
 * Decodes the unsigned transaction of a PSBT to hex; `null` when the bytes are not a PSBT.
 * @param psbt base64. Source: BIP-174, the first entry of the global map.
 */
export const decodeUnsignedTransaction = (psbt: string): `0x${string}` | null => {
  const bytes = Buffer.from(psbt, "base64")
  // The key of the entry is one byte, 0x00: key length, key, then the length of the value.
  if (bytes.toString("hex", 0, 7) !== `${psbtMagicHex}0100`) return null
  const [first = 0] = bytes.subarray(7)
  const [start, length] =
    first < 0xfd
      ? [8, first]
      : first === 0xfd && bytes.length >= 10
        ? [10, bytes.readUInt16LE(8)]
        : first === 0xfe && bytes.length >= 12
          ? [12, bytes.readUInt32LE(8)]
          : [0, 0]
  const value = bytes.subarray(start, start + length)
  return start === 0 || length === 0 || value.length < length ? null : `0x${value.toString("hex")}`
}

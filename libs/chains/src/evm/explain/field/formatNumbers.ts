import { formatAmount } from "@wmodal/protocol"
import { sanitizeLine } from "../../../text/printable.ts"
import { toNumber } from "../data/AbiValue.ts"
import { type FieldFormatter, toTextValue } from "./FormattedValue.ts"

/** The end of the year 9999, in seconds: the maximum of the date format. */
const maxDateSeconds = 253_402_300_799n

/** Formats a date by RFC 3339. A block is shown by its number, because its time is unknown. */
export const formatDate: FieldFormatter = (value, { params }) => {
  const number = toNumber(value)
  if (number === null || number < 0n) return null
  return toTextValue(params["encoding"] === "blockheight" ? `Block ${number}` : formatTime(number))
}

/** Formats a time by RFC 3339. @param seconds not negative */
export const formatTime = (seconds: bigint): string =>
  seconds > maxDateSeconds
    ? "After the year 9999"
    : new Date(Number(seconds) * 1000).toISOString().replace(".000", "")

/** Formats a duration as HH:MM:ss, with any number of digits for hours. */
export const formatDuration: FieldFormatter = (value) => {
  const seconds = toNumber(value)
  if (seconds === null || seconds < 0n) return null
  const parts = [seconds / 3600n, (seconds / 60n) % 60n, seconds % 60n]
  return toTextValue(parts.map((part) => part.toString().padStart(2, "0")).join(":"))
}

/** The decimal exponent of each prefix. Source: SI. */
const siPrefixes: Readonly<Record<string, string>> = {
  "-24": "y",
  "-21": "z",
  "-18": "a",
  "-15": "f",
  "-12": "p",
  "-9": "n",
  "-6": "µ",
  "-3": "m",
  "0": "",
  "3": "k",
  "6": "M",
  "9": "G",
  "12": "T",
  "15": "P",
  "18": "E",
  "21": "Z",
  "24": "Y",
}

/** Formats a number with its unit, such as `0.3%`, or `36ks` if it takes a prefix. */
export const formatUnit: FieldFormatter = (value, { params }) => {
  const number = toNumber(value)
  const decimals = params["decimals"] ?? 0
  const base = sanitizeLine(String(params["base"] ?? ""), 16)
  if (number === null || typeof decimals !== "number" || !Number.isInteger(decimals)) return null
  if (decimals < 0 || decimals > 77) return null
  const size = number < 0n ? -number : number
  const places = size.toString().length - 1 - decimals
  const moved =
    params["prefix"] === true && size !== 0n ? Math.max(-24, Math.min(24, Math.floor(places / 3) * 3)) : 0
  const digits =
    decimals + moved >= 0
      ? formatAmount(size, decimals + moved)
      : `${size * 10n ** BigInt(-decimals - moved)}`
  return toTextValue(`${number < 0n ? "-" : ""}${digits}${siPrefixes[moved] ?? ""}${base}`)
}

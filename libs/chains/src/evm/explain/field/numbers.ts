import { formatAmount } from "@wmodal/protocol"
import { sanitizeLine } from "../../../text/printable.ts"
import { numberIn } from "../data/Value.ts"
import { type Tell, text } from "./Told.ts"

/** The end of the year 9999, in seconds: dates have no more digits. */
const lastSecond = 253_402_300_799n

/** RFC 3339. A block is told by its number: when it comes, nobody knows. */
export const date: Tell = (value, { params }) => {
  const number = numberIn(value)
  if (number === null || number < 0n) return null
  if (params["encoding"] === "blockheight") return text(`Block ${number}`)
  if (number > lastSecond) return text("After the year 9999")
  return text(new Date(Number(number) * 1000).toISOString().replace(".000", ""))
}

/** HH:MM:ss, with as many digits for hours as there are. */
export const duration: Tell = (value) => {
  const seconds = numberIn(value)
  if (seconds === null || seconds < 0n) return null
  const parts = [seconds / 3600n, (seconds / 60n) % 60n, seconds % 60n]
  return text(parts.map((part) => part.toString().padStart(2, "0")).join(":"))
}

/** By how many places each prefix moves the point. Source: SI. */
const prefixes: Readonly<Record<string, string>> = {
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

/** A number with its unit, such as `0.3%`, or `36ks` where it takes a prefix. */
export const unit: Tell = (value, { params }) => {
  const number = numberIn(value)
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
  return text(`${number < 0n ? "-" : ""}${digits}${prefixes[moved] ?? ""}${base}`)
}

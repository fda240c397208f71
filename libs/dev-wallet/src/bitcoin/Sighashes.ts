import { type Sighash, sighashes } from "../standard/StandardRequest.ts"

const flags: Readonly<Record<Sighash, number>> = {
  DEFAULT: 0x00,
  ALL: 0x01,
  NONE: 0x02,
  SINGLE: 0x03,
  "ALL|ANYONECANPAY": 0x81,
  "NONE|ANYONECANPAY": 0x82,
  "SINGLE|ANYONECANPAY": 0x83,
}

export const getSighashFlag = (sighash: Sighash): number => flags[sighash]

/** Parses a sighash by its name or flag, because dApps use both. Returns `null` for an unknown one. */
export const parseSighash = (value: string | number): Sighash | null =>
  sighashes.find((name) => name === value || flags[name] === value) ?? null

import { matchesPattern } from "@wmodal/protocol"
import * as z from "zod/mini"

/** An integer of at most about 256 bits, as text for `BigInt`: decimal, or hexadecimal after `0x`. */
export const IntegerText = z.string().check(matchesPattern(/^(\d{1,78}|0x[\da-f]{1,64})$/i))

/** Whole bytes as hexadecimal after `0x`. */
export const HexText = z.string().check(matchesPattern(/^0x([\da-f]{2})*$/i))

import { encode } from "uqr"

/** A code to scan, quiet zone included: `true` is dark. Square. */
export type Code = readonly (readonly boolean[])[]

/** What ISO/IEC 18004 wants to be left free around it, in modules. */
const quiet = 4

export const codeOf = (link: string): Code => encode(link, { ecc: "L", border: quiet }).data

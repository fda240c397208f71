import type { Truncation } from "@wmodal/protocol"

/** The account view shows less of an address than other places, and this much of a name. Source: the AppKit 1.7.2 wire. */
export const addressTruncation: Truncation = { leading: 4, trailing: 4 }
export const nameTruncation: Truncation = { leading: 20, trailing: 0 }

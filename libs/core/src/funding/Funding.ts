import type { Onramp } from "../onramp/Onramp.ts"
import type { Receive } from "../receive/Receive.ts"

/** The ways to get money into the active account. Their code loads with the first use. */
export interface Funding {
  readonly receive: Receive
  readonly onramp: Onramp
}

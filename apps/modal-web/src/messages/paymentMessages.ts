import { fundingMessages } from "../views/funding/fundingMessages.ts"
import { requestMessages } from "../views/request/requestMessages.ts"
import { siwxMessages } from "../views/siwx/siwxMessages.ts"
import { swapMessages } from "../views/swap/swapMessages.ts"
import { englishMessages } from "./Catalogue.ts"

/** Messages of the views of payments and requests, which load them in getLateRoute.tsx. Their titles are in `walletMessages.ts`. */
export const paymentMessages = {
  ...requestMessages,
  ...siwxMessages,
  ...swapMessages,
  ...fundingMessages,
} as const

Object.assign(englishMessages, paymentMessages)

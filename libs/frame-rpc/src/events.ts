/** Before the name of every message that the app sends into the frame. */
export const appPrefix = "@w3m-app/"

/** Before the name of every message that the frame sends back. */
export const framePrefix = "@w3m-frame/"

/**
 * What the app may ask of the frame. Each is answered by `<NAME>_SUCCESS` or `<NAME>_ERROR` with the
 * id of the question. Source: the AppKit 1.7.2 wire, secure-site version 4.
 */
export const requestNames = [
  "SWITCH_NETWORK",
  "CONNECT_EMAIL",
  "CONNECT_DEVICE",
  "CONNECT_OTP",
  "CONNECT_SOCIAL",
  "GET_FARCASTER_URI",
  "CONNECT_FARCASTER",
  "GET_USER",
  "GET_SOCIAL_REDIRECT_URI",
  "SIGN_OUT",
  "IS_CONNECTED",
  "GET_CHAIN_ID",
  "GET_SMART_ACCOUNT_ENABLED_NETWORKS",
  "INIT_SMART_ACCOUNT",
  "SET_PREFERRED_ACCOUNT",
  "RPC_REQUEST",
  "UPDATE_EMAIL",
  "UPDATE_EMAIL_PRIMARY_OTP",
  "UPDATE_EMAIL_SECONDARY_OTP",
  "SYNC_THEME",
  "SYNC_DAPP_DATA",
  "RELOAD",
] as const

export type RequestName = (typeof requestNames)[number]

/** What the frame says unasked. It sends `READY` first, and the app sends nothing before that. */
export const pushNames = ["READY", "SESSION_UPDATE"] as const

export type PushName = (typeof pushNames)[number]

export type AppMessageType = `${typeof appPrefix}${RequestName}`

export type FrameMessageType = `${typeof framePrefix}${
  | PushName
  | `${RequestName}_SUCCESS`
  | `${RequestName}_ERROR`}`

/** What a page asks by a message of that type; `null` where it is none of these. */
export const parseRequestType = (type: string): RequestName | null =>
  requestNames.find((name) => type === `${appPrefix}${name}`) ?? null

/** What a message of that type answers, and how; `null` where it is no answer. */
export const parseReplyType = (
  type: string,
): { readonly name: RequestName; readonly outcome: "SUCCESS" | "ERROR" } | null => {
  for (const name of requestNames) {
    if (type === `${framePrefix}${name}_SUCCESS`) return { name, outcome: "SUCCESS" }
    if (type === `${framePrefix}${name}_ERROR`) return { name, outcome: "ERROR" }
  }
  return null
}

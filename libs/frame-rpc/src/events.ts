/** The prefix of the type of every message from the app to the frame. */
export const appPrefix = "@w3m-app/"

/** The prefix of the type of every message from the frame to the app. */
export const framePrefix = "@w3m-frame/"

/**
 * The requests of the app to the frame. The response is `<NAME>_SUCCESS` or `<NAME>_ERROR` with the id of the
 * request. Source: the AppKit 1.7.2 wire, secure-site version 4.
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

/** The name of a request, without its prefix. */
export type RequestName = (typeof requestNames)[number]

/** Unsolicited messages of the frame. It sends `READY` first, and the app sends nothing before that. */
export const pushNames = ["READY", "SESSION_UPDATE"] as const

/** The name of an unsolicited message of the frame. */
export type PushName = (typeof pushNames)[number]

/** The `type` of a message to the frame. */
export type AppMessageType = `${typeof appPrefix}${RequestName}`

/** The `type` of a message from the frame. */
export type FrameMessageType = `${typeof framePrefix}${
  | PushName
  | `${RequestName}_SUCCESS`
  | `${RequestName}_ERROR`}`

/** Returns the request name of a message type, or `null` for other types. */
export const parseRequestType = (type: string): RequestName | null =>
  requestNames.find((name) => type === `${appPrefix}${name}`) ?? null

/** Returns the request name and outcome of a reply type, or `null` for other types. */
export const parseReplyType = (
  type: string,
): { readonly name: RequestName; readonly outcome: "SUCCESS" | "ERROR" } | null => {
  for (const name of requestNames) {
    if (type === `${framePrefix}${name}_SUCCESS`) return { name, outcome: "SUCCESS" }
    if (type === `${framePrefix}${name}_ERROR`) return { name, outcome: "ERROR" }
  }
  return null
}
